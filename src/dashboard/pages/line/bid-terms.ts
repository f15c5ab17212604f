import { GoalModeType, GoalType } from '../../generated/graphql.ts';
import { price } from '../../parts/format.ts';

/** What a bid is the price of: a click, a completed view, or a thousand impressions. */
export type BidUnit = 'CPC' | 'CPCV' | 'CPM';

type Goal = string | null | undefined;

/** Goals that are themselves the price of something; all others are bid for by the thousand. */
const UNITS: Readonly<Record<string, BidUnit>> = {
  [GoalType.Cpc]: 'CPC',
  [GoalType.EnhancedCpc]: 'CPC',
  [GoalType.Ocpc]: 'CPC',
  [GoalType.Cpcv]: 'CPCV',
};

/** Goals in the unit of the bid, so that one can be over the other. */
const COMPARABLE: ReadonlySet<string> = new Set([...Object.keys(UNITS), GoalType.Ecpm, GoalType.Vcpm]);

export const PER: Readonly<Record<BidUnit, string>> = {
  CPC: 'per click',
  CPCV: 'per completed view',
  CPM: 'per 1,000 impressions',
};

/** Below the field of a bid. */
export const UNIT_HINTS: typeof PER = {
  CPC: 'Per click.',
  CPCV: 'Per completed view.',
  CPM: 'Per 1,000 impressions.',
};

/** The goal of a line decides what its bid is paid for. */
export const bidUnit = (goalType: Goal): BidUnit => UNITS[goalType ?? ''] ?? 'CPM';

/** What a line bids, and what it may not cost more than, stored or typed. */
export interface BidTerms {
  readonly bidPrice?: string | null;
  readonly goalType?: Goal;
  readonly goalAmount?: string | null;
  readonly goalModeType?: string | null;
  readonly maxGoal?: string | null;
}

/** `£1.29 CPC`; undefined without a bid. */
export const bidText = ({ bidPrice, goalType }: BidTerms, currency: string): string | undefined =>
  bidPrice ? `${price(bidPrice, currency)} ${bidUnit(goalType)}` : undefined;

/** What speaks against a bid by the goal of its own line; undefined where nothing does. */
export function bidWarning(terms: BidTerms, currency: string): string | undefined {
  const { bidPrice, goalType, goalAmount, goalModeType, maxGoal } = terms;
  const bid = Number(bidPrice);
  if (!bidPrice || !Number.isFinite(bid) || !COMPARABLE.has(goalType ?? '')) return undefined;
  const per = PER[bidUnit(goalType)];
  const over = (limit: string | null | undefined) => Number(limit) > 0 && bid > Number(limit);
  if (over(maxGoal))
    return `The bid is over the most that one goal may cost: ${price(maxGoal ?? 0, currency)} ${per}.`;
  if (!over(goalAmount)) return undefined;
  const goal = `${price(goalAmount ?? 0, currency)} ${per}`;
  return goalModeType === GoalModeType.Hard
    ? `The bid is over the hard goal of ${goal}, which is kept: lower the bid or raise the goal.`
    : `The bid is over the goal of ${goal}.`;
}

/** What another goal makes of a bid that stays: it is paid for something else. */
export function unitWarning(terms: BidTerms, before: BidTerms, currency: string): string | undefined {
  const [unit, was] = [bidUnit(terms.goalType), bidUnit(before.goalType)];
  if (unit === was || !terms.bidPrice || terms.bidPrice !== before.bidPrice) return undefined;
  return `With this goal, ${price(terms.bidPrice, currency)} is bid ${PER[unit]}, no longer ${PER[was]}.`;
}
