import type { BidMultiplier, Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { visibleLines } from '../line/visible.ts';
import { defineList, enumField, integerField, MOMENTS, numberField } from '../lists/list-fields.ts';
import { BID_TARGET_TYPE } from './targets.ts';

export const BID_MULTIPLIER_LIST = defineList({
  model: 'BidMultiplier',
  fields: {
    targetType: enumField(BID_TARGET_TYPE, 'targetType'),
    targetValue: integerField('targetValue'),
    multiplier: numberField('multiplier'),
    ...MOMENTS,
  },
});

/** The bid multipliers that the caller may know of: those of the lines it may know of. */
export function visibleBidMultipliers(ctx: DomainContext) {
  return { line: visibleLines(ctx) } satisfies Prisma.BidMultiplierWhereInput;
}

/** Finds the caller's bid multipliers that match `where`. `query` sets what to load, the order and the limit. */
export function findBidMultipliers(options: {
  ctx: DomainContext;
  where: Prisma.BidMultiplierWhereInput;
  query: Omit<Prisma.BidMultiplierFindManyArgs, 'where'>;
}): Promise<BidMultiplier[]> {
  const { ctx, where, query } = options;
  return ctx.db.bidMultiplier.findMany({ ...query, where: { AND: [visibleBidMultipliers(ctx), where] } });
}
