import type { BidMultiplier } from '../../../platform/database/generated/prisma/client.ts';
import { type DayPart, dayPart } from './day-part.ts';

export type { BidMultiplier };

/** What a line's bids are multiplied by, and the line's limit on it, if any. */
export interface LineBidMultipliers {
  readonly bidMultipliers: readonly BidMultiplier[];
  readonly bidMultiplierCap: number | null;
}

/** The target as it stands on the wire: an id, or day and hour. */
export function targetValue(target: { type: string; value: number }): number | DayPart {
  return target.type === 'DAY_PARTING' ? dayPart(target.value) : target.value;
}
