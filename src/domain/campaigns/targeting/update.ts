import type { z } from 'zod';
import type { Line } from '../../../platform/database/generated/prisma/client.ts';
import { type Fields, Problems } from '../../../resources/define/input.ts';
import { lockWholeRow, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { KEEPS_GEOGRAPHY } from '../line/status.ts';
import { funnel } from './funnel.ts';
import { geography, hasGeography } from './geography.ts';
import { getTargeting, type Targeting } from './get.ts';
import { UpdateEveryTarget, UpdateTargeting } from './input.ts';
import { deals, exchanges, type Inventory, inventoryOf } from './inventory.ts';
import type { TargetKind, TargetTypeName } from './kind.ts';
import { nativeLists } from './native-lists.ts';

type Sent = Partial<Fields<typeof UpdateEveryTarget.fields.shape>>;

/**
 * Changes the targets of a line, of the types that are in the input. A block such as `geos` implies its type and
 * enables it, unless `types` says otherwise.
 */
export async function updateTargeting(options: {
  ctx: DomainContext;
  lineId: number;
  input: unknown;
  /** Whether the input can also contain deals and exchanges. */
  takesInventory?: boolean;
  /** If set, throws ConflictError unless the `updatedAt` of the line still has this value. */
  unchangedSince?: Date | undefined;
}): Promise<Targeting> {
  const { ctx, lineId, input, takesInventory = false, unchangedSince } = options;
  authorizeWrite(ctx);

  return inTransaction(ctx, async (ctx) => {
    const locked = { ctx, table: 'line', resource: 'Line', id: lineId, unchangedSince } as const;
    const line = await lockWholeRow<Line>(locked);
    const inventory = async () => (takesInventory ? inventoryOf({ ctx, lineId }) : undefined);
    const before = { targeting: await getTargeting({ ctx, lineId }), inventory: await inventory() };
    const problems = new Problems();
    const { types = [], ...sent }: Sent = takesInventory
      ? problems.parse(ctx, UpdateEveryTarget, input)
      : problems.parse(ctx, UpdateTargeting, input);
    const stores: (() => Promise<unknown>)[] = [];
    const isTargeted = new Map<TargetTypeName, boolean>();
    const take = async <Block extends z.ZodType>(
      kind: TargetKind<Block>,
      sent: NonNullable<z.output<Block>> | undefined,
    ) => {
      if (sent === undefined) return;
      isTargeted.set(kind.name, true);
      const store = await kind.prepare({ ctx, problems, line, sent });
      if (store) stores.push(store);
    };
    await take(geography, sent.geos);
    await take(nativeLists, sent.nativeLists);
    await take(funnel, sent.funnelAttributes);
    await take(deals, sent.deals);
    await take(exchanges, sent.exchanges);
    for (const [index, { name, isTargeted: on }] of types.entries()) {
      const first = types.findIndex((type) => type.name === name);
      if (first < index) problems.add(`types[${index}].name`, `must not repeat types[${first}].name`);
      isTargeted.set(name, on);
    }
    if (isTargeted.size === 0 && problems.issues.length === 0) problems.add('types', 'is required');
    problems.throwIfAny();

    const stored = await ctx.db.lineTargetType.findMany({ where: { lineId } });
    const isStored = new Map(stored.map((type) => [type.name, type.isTargeted]));
    for (const [name, on] of isTargeted)
      if ((isStored.get(name) ?? false) !== on) stores.push(() => setTargetType({ ctx, lineId, name, on }));
    if (stores.length === 0) return before.targeting;
    for (const store of stores) await store();
    if (line.status === 'ACTIVE' && !(await hasGeography({ ctx, lineId })))
      problems.add('status', KEEPS_GEOGRAPHY);
    problems.throwIfAny();

    await ctx.db.line.update({
      where: { id: lineId },
      data: { updatedAt: nextUpdatedAt(ctx, line.updatedAt) },
    });
    const after = { targeting: await getTargeting({ ctx, lineId }), inventory: await inventory() };
    await recordChange({
      ctx,
      resource: 'Line',
      id: lineId,
      action: 'UPDATE',
      before: asRecorded(before),
      after: asRecorded(after),
    });
    return after.targeting;
  });
}

/** The change history lists excluded places among the places. */
function asRecorded({ targeting, inventory }: { targeting: Targeting; inventory: Inventory | undefined }) {
  const { geos, excludedGeos, ...rest } = targeting;
  return {
    ...rest,
    geos: [...geos, ...excludedGeos.map((place) => ({ ...place, excluded: true }))],
    ...(inventory && { deals: inventory.deals, exchanges: inventory.exchanges }),
  };
}

async function setTargetType(options: {
  ctx: DomainContext;
  lineId: number;
  name: TargetTypeName;
  on: boolean;
}): Promise<void> {
  const { ctx, lineId, name, on } = options;
  await ctx.db.lineTargetType.upsert({
    where: { lineId_name: { lineId, name } },
    create: { lineId, name, isTargeted: on },
    update: { isTargeted: on },
  });
}
