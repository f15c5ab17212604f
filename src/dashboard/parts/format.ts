/** Numbers and times by the browser's language; amounts in their currency, times in the zone that they belong to. */
const LANGUAGE = navigator.language;

type Amount = string | number;

export const number = (value: Amount, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(LANGUAGE, options).format(value as number);

export const compact = (value: Amount): string =>
  number(value, { notation: 'compact', maximumFractionDigits: 1 });

export const money = (amount: Amount, currency: string, options: Intl.NumberFormatOptions = {}): string =>
  number(amount, { style: 'currency', currency, ...options });

export const percent = (fraction: number, digits = 1): string =>
  number(fraction, { style: 'percent', maximumFractionDigits: digits });

/** A moment with its zone shown: `22 Nov 2026, 10:15 CET`. */
export function moment(iso: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(LANGUAGE, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).format(new Date(iso));
}

export const day = (iso: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(LANGUAGE, {
    month: 'short',
    day: 'numeric',
    ...(timeZone && { timeZone }),
  }).format(new Date(iso));

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `3 hours ago`. */
export function ago(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });
  for (const [unit, size] of UNITS)
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  return relative.format(Math.round(seconds), 'second');
}

/** `STOP_TOTAL_BUDGET` → `Stop total budget`: for values that have no words of their own. */
export const words = (token: string): string =>
  token.charAt(0) + token.slice(1).toLowerCase().replaceAll('_', ' ');

/** A value of the change history as people read it. */
export function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
