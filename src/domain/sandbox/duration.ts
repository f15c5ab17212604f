const UNITS_MS = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };
const SHAPE = /^(?:(\d{1,6})w)?(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?$/;

/** Parses `36h`, `30d` or `1d12h` to milliseconds; undefined for anything else. A day has 24 hours. */
export function parseDuration(text: string): number | undefined {
  const parts = text === '' ? null : SHAPE.exec(text);
  if (!parts) return undefined;
  return Object.values(UNITS_MS).reduce((sum, ms, at) => sum + Number(parts[at + 1] ?? 0) * ms, 0);
}
