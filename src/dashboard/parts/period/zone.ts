import { useSearch } from '@tanstack/react-router';
import { momentOf } from '../../edit/zoned.ts';
import { useViewer } from '../../shell/viewer.ts';

/** Whether days can be counted in it. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The zone that an address names, or the seat's. */
export const zoneIn = (named: string | undefined, ofSeat: string): string =>
  named !== undefined && isZone(named) ? named : ofSeat;

/** The zone that the pages count days in: the seat's, unless the address names another. All pages take it from here. */
export function usePageZone(): string {
  const { zone }: { zone?: string | undefined } = useSearch({ strict: false });
  return zoneIn(zone, useViewer().seat.timezone);
}

/** The moment at which a day begins in the zone. */
export const startOfDay = (day: string, timeZone: string): number =>
  Date.parse(momentOf(`${day}T00:00:00`, timeZone) ?? '');
