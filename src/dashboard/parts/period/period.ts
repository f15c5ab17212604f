import { serviceNow } from '../service-clock.ts';
import { comparedDays, untilOf } from './comparison.ts';
import { type Days, daysOf, RANGES, today, wrongWith } from './days.ts';

/** What the address of a page says about its days. */
export interface PeriodSearch {
  readonly range?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const FIRST_RANGE = 'LAST_7_DAYS';

/** The days of a page. */
export interface Period {
  /** Undefined while the days were chosen one by one. */
  readonly range: string | undefined;
  /** As they stand in the address. */
  readonly chosen: Days;
  /** Those that are asked for. */
  readonly days: Days;
  /** Why the days of the address cannot be asked for. */
  readonly wrong: string | undefined;
  /** The days before, as many; undefined while the range is not over, since they would have more hours. */
  readonly compared: Days | undefined;
}

/** The days that an address names; the last seven if it names none. */
export function periodOf(
  { range: name, from, to }: PeriodSearch,
  timeZone: string,
  now = serviceNow(),
): Period {
  const range = RANGES.find((each) => each === name) ?? FIRST_RANGE;
  const isOwn = from !== undefined || to !== undefined;
  const day = today(timeZone, now);
  const chosen = isOwn ? { start: from ?? '', end: to ?? '' } : daysOf(range, day);
  const wrong = wrongWith(chosen);
  const days = wrong ? daysOf(range, day) : chosen;
  const isOver = untilOf({ days, timeZone, asOf: undefined, now }) === undefined;
  return {
    range: isOwn ? undefined : range,
    ...{ chosen, days, wrong },
    compared: isOver ? comparedDays(days, 'previous') : undefined,
  };
}
