import { BLOCKER_MESSAGES, LINE_BLOCKERS } from '../../domain/campaigns/line/blockers/codes.ts';
import type { DeliveryBlocker as Blocker } from '../../domain/campaigns/line/blockers/read.ts';
import type { DomainContext } from '../../domain/context.ts';
import { isKeyOf, keysOf, recordOf } from '../../platform/text/typed.ts';
import { builder } from '../builder.ts';
import { FLIGHT_DAYS } from '../delivery/arguments.ts';
import type { ResourceType } from '../parts/models.ts';
import { loadNode, Node } from '../parts/node.ts';
import { rowField } from '../parts/row-field.ts';
import { ID_KEY } from '../reading/deferred-field.ts';
import { batchByKey } from '../server/batches.ts';
import { priced } from '../server/price/price.ts';

const DeliveryBlockerCode = builder.enumType('DeliveryBlockerCode', {
  description: 'The possible reasons why a line or an ad cannot deliver.',
  values: recordOf(keysOf(BLOCKER_MESSAGES), (code) => ({
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

/** Adds `deliveryBlockers` to lines and ads. */
export function addDeliveryBlockers(
  type: ResourceType<'Line'> | ResourceType<'Ad'>,
  name: 'Line' | 'Ad',
  read: Read,
) {
  rowField(type, `${name}.deliveryBlockers`, {
    type: [DeliveryBlocker],
    description: `The reasons why the ${name.toLowerCase()} cannot deliver now, the first of which decides. Empty if it can deliver.`,
    extensions: priced(() => ({ rows: 2 * FLIGHT_DAYS, items: 3 })),
    key: ID_KEY,
    maxValueBytes: MAX_BLOCKERS_BYTES,
    readsMore: new Set(['DeliveryBlocker.node']),
    isOfTransaction: true,
    open: () => async (ctx, id) =>
      (await batchByKey(ctx, [name, 'deliveryBlockers'], (ids: readonly number[]) => read(ctx, ids))(
        Number(id),
      )) ?? [],
  });
}

const MAX_BLOCKERS_BYTES = 10_000;
