const SHAPE = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(\.\d{1,9})?(?:Z|([+-]\d{2}):?(\d{2}))?$/;

/**
 * The range of campaign dates. A date outside of it is a mistake, and databases and clients treat it
 * differently.
 */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2100-12-31';
export const DATE_RANGE = `must be from ${FIRST_DAY} to ${LAST_DAY}`;

/** Returns whether a day, or the date of a time, is in the range that the interfaces accept. */
export function isInRange(text: string): boolean {
  const day = text.slice(0, FIRST_DAY.length);
  return day >= FIRST_DAY && day <= LAST_DAY;
}

/**
 * Parses `yyyy-MM-ddTHH:mm:ssZ`, with an offset or nothing in place of `Z`, to the second. Returns
 * undefined if the date does not exist, such as 30 February, or is out of range.
 */
export function parseInstant(text: string): Date | undefined {
  const date = readInstant(text);
  return date && isInRange(date.toISOString()) ? date : undefined;
}

/** Like `parseInstant`, with milliseconds. */
export function parseTimestamp(text: string): Date | undefined {
  const date = parseInstant(text);
  return date && new Date(date.getTime() + Math.floor(Number(`0${SHAPE.exec(text)?.[3] ?? ''}`) * 1000));
}

/** Returns what is wrong with a text that `parseInstant` rejects. `example` is a valid text. */
export const instantProblem = (text: string, example: string): string =>
  readInstant(text) ? DATE_RANGE : `must be a date and time like ${example}`;

function readInstant(text: string): Date | undefined {
  const parts = SHAPE.exec(text);
  if (!parts) return undefined;
  const [, day, time, , hours, minutes] = parts;
  const utc = new Date(`${day}T${time}Z`);
  // Date rolls 30 February over into March, so the result must match the text.
  if (Number.isNaN(utc.getTime()) || utc.toISOString().slice(0, 19) !== `${day}T${time}`) return undefined;
  const date = hours === undefined ? utc : new Date(`${day}T${time}${hours}:${minutes}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Returns whether the text is a calendar day in the format `yyyy-MM-dd`. */
export function isDay(text: unknown): text is string {
  return (
    typeof text === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    readInstant(`${text}T00:00:00Z`) !== undefined
  );
}

/** Returns `yyyy-MM-ddTHH:mm:ssZ` in UTC, the format of schedules. */
export function formatInstant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
