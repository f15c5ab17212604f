const SHAPE = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?$/;

/**
 * Reads `yyyy-MM-ddTHH:mm:ssZ` with an optional `Z`. Undefined if the date does not exist, such as 30
 * February.
 */
export function parseInstant(text: string): Date | undefined {
  const parts = SHAPE.exec(text);
  if (!parts) return undefined;
  const [, day, time, , zone = 'Z'] = parts;
  const utc = new Date(`${day}T${time}Z`);
  // Date rolls 30 February over into March, so the result must match the text.
  if (Number.isNaN(utc.getTime()) || utc.toISOString().slice(0, 19) !== `${day}T${time}`) return undefined;
  const date = new Date(`${day}T${time}${zone}`);
  return isWritable(date) ? date : undefined;
}

/** Whether the text is a day of the calendar in the format `yyyy-MM-dd`. */
export function isDay(text: unknown): text is string {
  return (
    typeof text === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    parseInstant(`${text}T00:00:00Z`) !== undefined
  );
}

/** `yyyy-MM-ddTHH:mm:ssZ` in UTC, the format of schedules (RULINGS T7). */
export function formatInstant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** Years have four digits. Neither the database nor `formatInstant` can write others. */
function isWritable(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
}
