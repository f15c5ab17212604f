import { DEFAULT_CLICK_WINDOW_S, windowMs } from '../../campaigns/line/click-window.ts';
import type { Click } from '../../events/click/vmcid.ts';
import type { ConversionRule, DeliveringLine } from '../delivery/read-lines.ts';
import { mediumOfLine } from './bid.ts';
import { HOUR_MS } from './days.ts';
import { MEDIA } from './media.ts';
import { countAt, DRAWS, random } from './random.ts';

/** Most people convert soon, some after days. */
const MEAN_DELAY_MS = 18 * HOUR_MS;
const DEFAULT_CLICK_MS = DEFAULT_CLICK_WINDOW_S * 1000;
const DEFAULT_VIEW_MS = 24 * HOUR_MS;

/** A conversion that will be posted for a click or a view. */
export interface PlannedConversion extends Click {
  readonly at: number;
  /** For a view, the time of the conversion, because the window of views differs from that of clicks. */
  readonly clickedAt: number;
  /** The same each time the hour is simulated, so that the conversion counts once. */
  readonly id: string;
  readonly pixelId: number;
  /** A decimal as text. */
  readonly value: string;
  readonly currency: string;
}

/** An ad in an hour, and what may be followed by conversions. */
interface ConvertingHour {
  readonly line: DeliveringLine;
  readonly adId: number;
  readonly currency: string;
  readonly usdPerUnit: number;
  readonly hour: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly seed: number;
}

/**
 * Returns the conversions that follow the clicks and views of an ad in an hour, within the windows of the line's
 * conversion rules.
 */
export function conversionsOf(hour: ConvertingHour): PlannedConversion[] {
  const { line, impressions, clicks } = hour;
  const { conversionRate, viewRate } = MEDIA[mediumOfLine(line)];
  const planned: PlannedConversion[] = [];
  for (const rule of line.rules) {
    follow(planned, hour, { rule, after: 'click', expected: clicks * conversionRate });
    if (rule.acceptViews) follow(planned, hour, { rule, after: 'view', expected: impressions * viewRate });
  }
  return planned;
}

/** Adds the conversions of one rule that follow clicks, or views. */
function follow(
  planned: PlannedConversion[],
  { line, adId, currency, usdPerUnit, hour, clicks, impressions, seed }: ConvertingHour,
  { rule, after, expected }: { rule: ConversionRule; after: 'click' | 'view'; expected: number },
): void {
  if (expected === 0) return;
  const draw = (which: number, salt: number) => random(seed, which, rule.id * 31 + salt, adId + hour);
  const isClick = after === 'click';
  const chance = draw(isClick ? DRAWS.conversions : DRAWS.views, 0);
  const count = Math.min(countAt(expected, chance), isClick ? clicks : impressions);
  const window = windowOf(rule, after);
  for (let number = 0; number < count; number += 1) {
    const salt = number * 2 + (isClick ? 0 : 1);
    const delay = -Math.log(1 - draw(DRAWS.delay, salt)) * MEAN_DELAY_MS;
    // Later conversions are outside the attribution window.
    if (delay > window) continue;
    const moment = hour + Math.floor(draw(DRAWS.moment, salt) * HOUR_MS);
    const at = moment + Math.floor(delay);
    planned.push({
      at,
      clickedAt: isClick ? moment : at,
      id: `${rule.id}-${adId}-${hour / HOUR_MS}-${after}-${number}`,
      seatId: line.seatId,
      advertiserId: line.advertiserId,
      campaignId: line.campaignId,
      lineId: line.id,
      adId,
      pixelId: rule.pixelId,
      value: ((15 + 135 * draw(DRAWS.value, salt) ** 2) / usdPerUnit).toFixed(2),
      currency,
    });
  }
}

function windowOf(rule: ConversionRule, after: 'click' | 'view'): number {
  const [length, unit, otherwise] =
    after === 'click'
      ? [rule.clickWindow, rule.clickUnit, DEFAULT_CLICK_MS]
      : [rule.viewWindow, rule.viewUnit, DEFAULT_VIEW_MS];
  return length === null ? otherwise : windowMs(length, unit);
}
