import { wallTime } from '../../edit/zoned.ts';
import { zoneText } from '../../parts/period/zone-text.ts';

/** A report without a zone counts its days in this one. */
export const DEFAULT_ZONE = 'America/New_York';

interface Zone {
  readonly value: string;
  readonly name: string | null;
}

/** `Europe/Paris (GMT+01:00)`. */
export const zoneNames = (zones: readonly Zone[]) =>
  zones.map(({ value, name }) => [value, name ? `${zoneText(value)} (${name})` : zoneText(value)] as const);

/** The zone of a report whose days are those of the given zone, at any time of the year; else the default. */
export function zoneLike(zones: readonly Zone[], wanted: string, now = Date.now()): string {
  const months = Array.from({ length: 13 }, (_, back) =>
    new Date(now - back * 30 * 86_400_000).toISOString(),
  );
  const isLike = ({ value }: Zone) => months.every((at) => wallTime(at, value) === wallTime(at, wanted));
  const found = zones.find(({ value }) => value === wanted) ?? zones.find(isLike);
  return found?.value ?? DEFAULT_ZONE;
}
