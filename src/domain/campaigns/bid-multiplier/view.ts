import type { BidMultiplier } from '../../../platform/database/generated/prisma/client.ts';
import { type DayPart, dayPart } from './day-part.ts';

export type { BidMultiplier };

/** A line's bid multipliers, and the line's limit on them, if any. */
export interface LineBidMultipliers {
  readonly bidMultipliers: readonly BidMultiplier[];
  readonly bidMultiplierCap: number | null;
}

/** Returns the target as interfaces show it: an ID, or day and hour. */
export function targetValue(target: { type: string; value: number }): number | DayPart {
  return target.type === 'DAY_PARTING' ? dayPart(target.value) : target.value;
}
