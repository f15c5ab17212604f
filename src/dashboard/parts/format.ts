import { serviceNow } from './service-clock.ts';

/** Numbers and times by the browser's language; amounts in their currency, times in the zone that they belong to. */
const LANGUAGE = navigator.language;

type Amount = string | number;

/** Making a formatter takes a hundred times as long as using it, and a table has many cells. */
function keep<Options extends object, Formatter>(make: (options: Options) => Formatter) {
  const made = new Map<string, Formatter>();
  return (options: Options): Formatter => {
    const key = JSON.stringify(options);
    const known = made.get(key) ?? make(options);
    made.set(key, known);
    return known;
  };
}
const numbers = keep((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(LANGUAGE, options));
const dates = keep((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LANGUAGE, options));
const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });

export const number = (value: Amount, options: Intl.NumberFormatOptions = {}): string =>
  numbers(options).format(value as number);

/** `1 line`, `2 lines`. */
export const counted = (value: number, noun: string): string =>
  `${number(value)} ${value === 1 ? noun : `${noun}s`}`;

/** `Spain, France and Italy`, `Spain, France and 3 more`. */
export function andMore(names: readonly string[], most: number): string {
  const isWhole = names.length <= most;
  const shown = isWhole ? names.slice(0, -1) : names.slice(0, most - 1);
  const last = isWhole ? names.at(-1) : `${number(names.length - shown.length)} more`;
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : (last ?? '');
}

/** A time to wait, rounded up: an hour's quota in minutes. */
export const wait = (seconds: number): string =>
  seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;

export const compact = (value: Amount): string =>
  number(value, { notation: 'compact', maximumFractionDigits: 1 });

export const money = (amount: Amount, currency: string, options: Intl.NumberFormatOptions = {}): string =>
  number(amount, { style: 'currency', currency, ...options });

/** `€`, `US$`. */
export const symbolOf = (currency: string): string =>
  numbers({ style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

/** How many decimals amounts of a currency are written with: two of dollars, none of yen. */
export const decimalsOf = (currency: string): number =>
  numbers({ style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** What is bid or budgeted, as it is stored: with up to four places. */
export const price = (amount: Amount, currency: string): string =>
  money(amount, currency, { maximumFractionDigits: 4 });

export const percent = (fraction: number, digits = 1, signDisplay: 'auto' | 'exceptZero' = 'auto'): string =>
  number(fraction, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay,
  });

/** What became of a figure: with the digits that tell a small change from none. */
export function changeText(change: number): string {
  if (change === 0) return 'No change';
  if (Math.abs(change) < 0.00005) return 'About the same';
  return percent(change, Math.abs(change) < 0.0005 ? 2 : 1, 'exceptZero');
}

/** A share such as a click rate, with the digits that tell two of them apart: `0.221%`. */
export const rate = (fraction: number): string =>
  number(fraction, { style: 'percent', minimumSignificantDigits: 3, maximumSignificantDigits: 3 });

const shownAs =
  (options: Intl.DateTimeFormatOptions) =>
  (iso: string, timeZone?: string): string =>
    dates({ ...options, ...(timeZone && { timeZone }) }).format(new Date(iso));

/** A moment with its zone shown: `22 Nov 2026, 10:15 CET`. */
export const moment = shownAs({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** A moment of the last days, where the zone stands above: `22 Nov, 10:15`. */
export const minute = shownAs({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** The service's words with their times as people read them. */
export const localTimes = (text: string): string =>
  text.replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, (iso) => moment(iso));

/** A moment of today, to the second: `10:15:20 CET`. */
export const clock = shownAs({
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

export const day = shownAs({ month: 'short', day: 'numeric' });

/** With its year, for flights, which run over new years. */
export const date = shownAs({ dateStyle: 'medium' });

/** Both with their years, which flights run over: `2 Nov 2025 – 26 Nov 2027`. */
export const dateRange = (start: string, end: string, timeZone?: string): string =>
  dates({ dateStyle: 'medium', ...(timeZone && { timeZone }) }).formatRange(new Date(start), new Date(end));

/** `10:15`, where day and zone stand above. */
export const time = shownAs({ hour: 'numeric', minute: '2-digit' });

const MEDIUM = { dateStyle: 'medium', timeZone: 'UTC' } as const;
const atNoon = (calendarDay: string) => new Date(`${calendarDay}T12:00:00Z`);

/** A day of the calendar, `2026-11-13`, or several: `13–19 Nov 2026`. */
export const days = (start: string, end = start): string =>
  dates(MEDIUM).formatRange(atNoon(start), atNoon(end));

/** The hour of a wall clock, `2026-11-13T10:00`: `13 Nov 2026, 10:00`. */
export const hourOfDay = (wall: string): string =>
  dates({ ...MEDIUM, timeStyle: 'short' }).format(new Date(`${wall}:00Z`));

/** The month of a day: `November 2026`. */
export const month = (calendarDay: string): string =>
  dates({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(atNoon(calendarDay));

/** A day of the calendar without its year. */
export const shortDay = (calendarDay: string): string => day(`${calendarDay}T12:00:00Z`, 'UTC');

/** The last day of what ends at this moment: midnight belongs to the day before. */
export const lastDay = (iso: string, timeZone?: string): string =>
  date(new Date(Date.parse(iso) - 1).toISOString(), timeZone);

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `3 hours ago`. */
export function ago(iso: string, now = serviceNow()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  for (const [unit, size] of UNITS)
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  return relative.format(Math.round(seconds), 'second');
}
