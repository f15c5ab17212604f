import type { DashboardPixelsQuery } from '../../generated/graphql.ts';

/** Of a page of the list, or of a pixel's own page. */
export type Pixel = Pick<
  DashboardPixelsQuery['pixels']['nodes'][number],
  'id' | 'databaseId' | 'name' | 'advertiser' | 'eventCounts' | 'days' | 'refusalReasons'
>;

/** Days in which the last event is looked for. */
export const MONTH = 30;

const HOUR_MS = 3_600_000;
/** The hours of a day, the one that runs included. */
const HOURS = 24;

/** What a pixel received in the last 24 hours. */
export interface PixelCounts {
  readonly pixel: Pixel;
  readonly accepted: number;
  readonly refused: number;
  /** Of all events; null where there are none. */
  readonly share: number | null;
  /** The newest hour that has events. */
  readonly latest: string | undefined;
  /** The newest day of a month on which an event was accepted. */
  readonly lastDay: string | undefined;
  /** Events of each hour, the oldest first. */
  readonly hours: readonly { readonly accepted: number; readonly refused: number }[];
}

export function countsOf(pixel: Pixel, now: number): PixelCounts {
  const first = Math.floor(now / HOUR_MS) - HOURS + 1;
  const hours = Array.from({ length: HOURS }, () => ({ accepted: 0, refused: 0 }));
  let latest: string | undefined;
  for (const { start, accepted, refused } of pixel.eventCounts) {
    const hour = hours[Math.floor(Date.parse(start) / HOUR_MS) - first];
    if (!hour) continue;
    hour.accepted += accepted;
    hour.refused += refused;
    if (accepted + refused > 0 && (latest === undefined || start > latest)) latest = start;
  }
  const sum = (of: 'accepted' | 'refused') => hours.reduce((total, hour) => total + hour[of], 0);
  const [accepted, refused] = [sum('accepted'), sum('refused')];
  const all = accepted + refused;
  const lastDay = pixel.days
    .filter((day) => day.accepted > 0)
    .map(({ start }) => start)
    .sort()
    .at(-1);
  return { pixel, accepted, refused, share: all === 0 ? null : refused / all, latest, lastDay, hours };
}

/** The hours that are over: one that has just begun would look like a breakdown. */
export const wholeHours = ({ hours }: Pick<PixelCounts, 'hours'>): PixelCounts['hours'] => hours.slice(0, -1);

/** Shorter pauses are no silence: some shops sell nothing for hours. */
const QUIET_HOURS = 6;

/** Since when nothing arrives: an hour of the last day, or an earlier day; undefined where events arrive. */
export function silentSince(
  { latest, lastDay }: Pick<PixelCounts, 'latest' | 'lastDay'>,
  now: number,
): { readonly hour: string } | { readonly day: string } | 'always' | undefined {
  if (latest === undefined) return lastDay === undefined ? 'always' : { day: lastDay };
  // The hour that it names goes on for one.
  return now - Date.parse(latest) >= (QUIET_HOURS + 1) * HOUR_MS ? { hour: latest } : undefined;
}

/** The largest share of refused events first, then the most of them; pixels without events come last. */
export const worstFirst = (a: PixelCounts, b: PixelCounts): number =>
  (b.share ?? -1) - (a.share ?? -1) || b.refused - a.refused || b.accepted - a.accepted;

export interface Refusal {
  readonly pixel: Pixel;
  /** Null where it concerns the request. */
  readonly field: string | null;
  readonly reason: string;
  readonly events: number;
  readonly latestAt: string;
}

/** Why events of any pixel were refused, the most frequent reasons first. */
export const refusalsOf = (pixels: readonly Pixel[]): readonly Refusal[] =>
  pixels
    .flatMap((pixel) =>
      pixel.refusalReasons.map(({ field = null, ...refusal }) => ({ pixel, field, ...refusal })),
    )
    .sort((a, b) => b.events - a.events || b.latestAt.localeCompare(a.latestAt));
