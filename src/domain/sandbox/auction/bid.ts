import type { DeliveringLine } from '../delivery/read-lines.ts';
import { MEDIA, type Medium, mediumOf } from './media.ts';

/** The bid of a line without one, in US dollars per thousand impressions. */
const DEFAULT_BID = 2.5;
/** Goals whose bid is a price per click, or per completed view. Other bids are prices per thousand impressions. */
const PER_CLICK = new Set(['CPC', 'OCPC', 'ENHANCED_CPC']);
const PER_COMPLETED_VIEW = new Set(['CPCV']);

/** Returns the medium that a line buys: its own, or that of its first ad. */
export const mediumOfLine = ({ mediaType, ads }: DeliveringLine): Medium =>
  mediumOf(mediaType ?? ads[0]?.mediaType);

/** Returns a line's bid by hour of the week, in US dollars per thousand impressions. */
export function bidsOf(line: DeliveringLine): (hourOfWeek: number, usdPerUnit: number) => number {
  const base = perThousand(line, mediumOfLine(line));
  const always = mean(line.otherMultipliers);
  const cap = line.multiplierCap ?? Number.POSITIVE_INFINITY;
  return (hourOfWeek, usdPerUnit) => {
    const multiplier = Math.min(always * (line.dayParts.get(hourOfWeek) ?? 1), cap);
    return (base === undefined ? DEFAULT_BID : base * usdPerUnit) * multiplier;
  };
}

/** Returns the bid per thousand impressions in the advertiser's currency. */
function perThousand({ bidPrice, goalType }: DeliveringLine, medium: Medium): number | undefined {
  if (!bidPrice) return undefined;
  const { clickRate, completionRate } = MEDIA[medium];
  if (PER_CLICK.has(goalType ?? '')) return bidPrice * clickRate * 1000;
  if (PER_COMPLETED_VIEW.has(goalType ?? '')) return bidPrice * completionRate * 1000;
  return bidPrice;
}

/**
 * Multipliers of sites and supply groups apply to a part of the supply each, of four parts at least. The line bids
 * with their mean, where parts without a multiplier count as 1.
 */
function mean(multipliers: readonly number[]): number {
  const shown = multipliers.slice(0, 100);
  const rest = Math.max(4 - shown.length, 0);
  const sum = shown.reduce((total, one) => total + one, rest);
  return sum / (shown.length + rest || 1);
}
