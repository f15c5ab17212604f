import type { DomainContext } from '../../domain/context.ts';
import { BLOCKER_MESSAGES, LINE_BLOCKERS } from '../../domain/line/blockers/codes.ts';
import type { DeliveryBlocker as Blocker } from '../../domain/line/blockers/read.ts';
import { isKeyOf, keysOf, tableOf } from '../../domain/typed.ts';
import { builder } from '../builder.ts';
import { FLIGHT_DAYS } from '../delivery/arguments.ts';
import type { ResourceType } from '../parts/models.ts';
import { loadNode, Node } from '../parts/node.ts';
import { batchByKey, placeOf } from '../server/batches.ts';
import { priced } from '../server/price/price.ts';

const DeliveryBlockerCode = builder.enumType('DeliveryBlockerCode', {
  description: 'The possible reasons why a line or an ad cannot deliver.',
  values: tableOf(keysOf(BLOCKER_MESSAGES), (code) => ({
    description: isKeyOf(LINE_BLOCKERS, code)
      ? `${BLOCKER_MESSAGES[code]} \`deliveryStatus\` of the line: \`${LINE_BLOCKERS[code][0]}\`.`
      : BLOCKER_MESSAGES[code],
  })),
});

const DeliveryBlocker = builder.objectRef<Blocker>('DeliveryBlocker').implement({
  description: 'A reason why a line or an ad cannot deliver.',
  fields: (t) => ({
    code: t.expose('code', { type: DeliveryBlockerCode, description: 'The reason.' }),
    message: t.exposeString('message', { description: 'The reason as a sentence.' }),
    node: t.field({
      type: Node,
      nullable: true,
      description: 'The object to change, such as the campaign that is paused. Null once it is gone.',
      resolve: ({ node }, _args, ctx, info) => loadNode(ctx, info, node),
    }),
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the reason has applied. Null if that is not recorded.',
    }),
  }),
});

type Read = (ctx: DomainContext, ids: readonly number[]) => Promise<ReadonlyMap<number, readonly Blocker[]>>;

/** What a dry run would leave is known in its transaction alone. */
const dryRuns = new WeakMap<object, readonly Blocker[]>();

export const dryRunBlockers = <T>(row: object, of: (blockers: readonly Blocker[]) => T): T | undefined => {
  const known = dryRuns.get(row);
  return known && of(known);
};

/** The rows of a mutation; those of a dry run with their blockers, before it is rolled back. */
export const withDryRunBlockers =
  <Row extends { id: number }, Query extends { ctx: DomainContext }>(
    find: (call: Query) => Promise<Row[]>,
    read: Read,
  ) =>
  async (call: Query): Promise<Row[]> => {
    const rows = await find(call);
    if (!call.ctx.validateOnly) return rows;
    const blockers = await read(
      call.ctx,
      rows.map(({ id }) => id),
    );
    for (const row of rows) dryRuns.set(row, blockers.get(row.id) ?? []);
    return rows;
  };

/** Adds `deliveryBlockers` to lines and ads. */
export function addDeliveryBlockers(
  type: ResourceType<'Line'> | ResourceType<'Ad'>,
  word: string,
  read: Read,
) {
  builder.prismaObjectField(type as ResourceType<'Line'>, 'deliveryBlockers', (t) =>
    t.field({
      type: [DeliveryBlocker],
      description: `The reasons why the ${word} cannot deliver now, the first of which decides. Empty if it can deliver.`,
      extensions: priced(() => ({ rows: 2 * FLIGHT_DAYS, items: 3 })),
      select: { id: true },
      resolve: async (row, _args, ctx, info) => [
        ...(dryRunBlockers(row, (blockers) => blockers) ??
          (await batchByKey(ctx, placeOf(info.path), (ids: readonly number[]) => read(ctx, ids))(row.id)) ??
          []),
      ],
    }),
  );
}
