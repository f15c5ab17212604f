import { Problems } from '../../../resources/define/input.ts';
import { lockRow, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { getBidMultipliers } from './get.ts';
import { UpdateBidMultipliers } from './input.ts';
import { planChange, type Sent } from './plan.ts';
import { type TargetType, targetsOf } from './targets.ts';
import { type LineBidMultipliers, targetValue } from './view.ts';

/** Adds, edits and removes bid multipliers of a line. If one change is refused, none is made. */
export async function updateBidMultipliers(options: {
  ctx: DomainContext;
  lineId: number;
  input: unknown;
  /** If set, throws ConflictError unless the `updatedAt` of the line still has this value. */
  unchangedSince?: Date | undefined;
}): Promise<LineBidMultipliers> {
  const { ctx, lineId, input, unchangedSince } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const sent = problems.parse(ctx, UpdateBidMultipliers, input);
  // Read before the transaction: the dictionary uses a connection of its own.
  const valid = await validTargets(ctx, sent);

  return inTransaction(ctx, async (ctx) => {
    const { updatedAt } = await lockRow({ ctx, table: 'line', resource: 'Line', id: lineId, unchangedSince });
    const before = await getBidMultipliers({ ctx, lineId });
    const { added, edited, removed } = planChange({ problems, sent, stored: before, valid });
    problems.throwIfAny();
    if (added.length + edited.length + removed.length === 0) return before;

    const now = nextUpdatedAt(ctx, updatedAt);
    await ctx.db.bidMultiplier.deleteMany({ where: { lineId, id: { in: removed } } });
    for (const { id, multiplier } of edited)
      await ctx.db.bidMultiplier.update({ where: { id, lineId }, data: { multiplier, updatedAt: now } });
    await ctx.db.bidMultiplier.createMany({
      data: added.map((row) => ({ ...row, lineId, createdAt: now, updatedAt: now })),
    });
    await ctx.db.line.update({ where: { id: lineId }, data: { updatedAt: now }, select: { id: true } });
    const after = await getBidMultipliers({ ctx, lineId });
    await recordChange({
      ctx,
      resource: 'Line',
      id: lineId,
      action: 'UPDATE',
      before: changeView(before),
      after: changeView(after),
    });
    return after;
  });
}

async function validTargets(ctx: DomainContext, { added = [] }: Sent) {
  const valid = new Map<TargetType, ReadonlySet<number>>();
  for (const type of new Set(added.flatMap(({ targetType }) => targetType ?? [])))
    valid.set(type, new Set((await targetsOf(ctx, type)).map(({ value }) => value)));
  return valid;
}

const changeView = ({ bidMultipliers }: LineBidMultipliers) => ({
  bidMultipliers: bidMultipliers.map(({ id, targetType, targetValue: value, multiplier }) => ({
    id,
    targetType,
    targetValue: targetValue({ type: targetType, value }),
    multiplier,
  })),
});
