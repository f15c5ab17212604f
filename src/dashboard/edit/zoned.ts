const SHOWN = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;

/** A moment as a clock in the zone shows it: `2026-11-22T10:15:00`, as a browser's field for a time takes it. */
export const wallTime = (iso: string, timeZone: string): string =>
  // Swedish writes a time as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { ...SHOWN, timeZone }).format(new Date(iso)).replace(' ', 'T');

/** The moment at which a clock in the zone shows this; undefined while it is not a time yet. */
export function momentOf(wall: string, timeZone: string): string | undefined {
  const meant = Date.parse(`${wall}Z`);
  if (Number.isNaN(meant)) return undefined;
  let at = meant;
  // The second step is for the hours after a change of the clocks.
  for (let step = 0; step < 2; step += 1)
    at += meant - Date.parse(`${wallTime(new Date(at).toISOString(), timeZone)}Z`);
  return new Date(at).toISOString().replace('.000', '');
}
