import { momentOf } from '../../edit/zoned.ts';
import { useViewer } from '../../shell/viewer.ts';

/** The zone that the pages count days in: the seat's, for everybody who looks at it. All pages take it from here. */
export const usePageZone = (): string => useViewer().seat.timezone;

/** The moment at which a day begins in the zone. */
export const startOfDay = (day: string, timeZone: string): number =>
  Date.parse(momentOf(`${day}T00:00:00`, timeZone) ?? '');
