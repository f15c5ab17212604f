import { DEFAULT_CLICK_WINDOW_S, windowMs } from '../../campaigns/line/click-window.ts';
import type { Click } from '../../events/click/vmcid.ts';
import { HOUR_MS } from './days.ts';
import type { HourFacts } from './hour-facts.ts';
import { DRAWS, random } from './random.ts';
import type { ConversionRule, DeliveringLine } from './read-lines.ts';

/** Conversions per click, and per view if views count. */
const PER_CLICK = 0.01;
const PER_VIEW = 0.00002;
/** The most conversions per rule, ad and hour: large budgets cause more clicks, but not unlimited conversions. */
const MAX = 2;
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

/**
 * Returns the conversions that follow the clicks and views of an hour, within the windows of the line's conversion
 * rules.
 */
export function hourConversions(hour: ConvertingHour): PlannedConversion[] {
  const { line, facts } = hour;
  const planned: PlannedConversion[] = [];
  for (const rule of line.rules) {
    follow(planned, hour, rule, 'click', total(facts, 'clicks') * PER_CLICK);
    if (rule.acceptViews) follow(planned, hour, rule, 'view', total(facts, 'impressions') * PER_VIEW);
  }
  return planned;
}

interface ConvertingHour {
  readonly line: DeliveringLine;
  readonly currency: string;
  readonly hour: number;
  readonly facts: HourFacts;
  readonly seed: number;
}

const total = ({ record, late }: HourFacts, column: 'clicks' | 'impressions'): number =>
  Number(record[column]) + Number(late?.record[column] ?? 0);

/** Adds the conversions of one rule that follow clicks, or views. */
function follow(
  planned: PlannedConversion[],
  { line, currency, hour, facts, seed }: ConvertingHour,
  rule: ConversionRule,
  after: 'click' | 'view',
  expected: number,
): void {
  const adId = Number(facts.record.adId);
  const draw = (which: number, salt: number) => random(seed, which, rule.id * 31 + salt, adId + hour);
  const which = after === 'click' ? DRAWS.conversions : DRAWS.views;
  const count = Math.min(Math.floor(expected + draw(which, 0)), MAX);
  const window = windowOf(rule, after);
  for (let number = 0; number < count; number += 1) {
    const salt = number * 2 + (after === 'click' ? 0 : 1);
    const delay = -Math.log(1 - draw(DRAWS.delay, salt)) * MEAN_DELAY_MS;
    // Later conversions are outside the attribution window.
    if (delay > window) continue;
    const moment = hour + Math.floor(draw(DRAWS.moment, salt) * HOUR_MS);
    const at = moment + Math.floor(delay);
    planned.push({
      at,
      clickedAt: after === 'click' ? moment : at,
      id: `${rule.id}-${adId}-${hour / HOUR_MS}-${after}-${number}`,
      seatId: line.seatId,
      advertiserId: line.advertiserId,
      campaignId: line.campaignId,
      lineId: line.id,
      adId,
      pixelId: rule.pixelId,
      value: (15 + 135 * draw(DRAWS.value, salt) ** 2).toFixed(2),
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
