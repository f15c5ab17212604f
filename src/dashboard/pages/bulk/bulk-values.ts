const NUMBER = /^[+-]?(\d+([.,]\d+)?|[.,]\d+)$/;

/** Undefined for what is no number, and for `1,000`, which is one to some people and a thousand to others. */
export function amountOf(text: string): number | undefined {
  const typed = text.replaceAll(/\s/g, '').replace('−', '-');
  if (!NUMBER.test(typed) || /\d,\d{3}$/.test(typed)) return undefined;
  return Number(typed.replace(',', '.'));
}

/** `7.5`, `7,5`, `+7.5 %` and `−10` are understood. */
export const percentOf = (text: string): number | undefined => amountOf(text.trim().replace(/%$/, ''));

const MAX_DAYS = 3660;

/** Forwards or backwards by whole days. */
export function daysOf(text: string): number | undefined {
  const days = amountOf(text);
  return days !== undefined && Number.isInteger(days) && Math.abs(days) <= MAX_DAYS ? days : undefined;
}

/** A day of the calendar, as a browser's field for a day has it. */
export const dayOf = (text: string): string | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
