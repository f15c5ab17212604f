import { momentOf } from '../../edit/zoned.ts';
import { OWN_ZONE } from '../format.ts';

/** The zone that the pages count days in: the browser's. All pages take it from here. */
export const usePageZone = (): string => OWN_ZONE;

/** The moment at which a day begins in the zone. */
export const startOfDay = (day: string, timeZone: string): number =>
  Date.parse(momentOf(`${day}T00:00:00`, timeZone) ?? '');
