import { type DashboardSavedReportFragment, Weekday } from '../../../generated/graphql.ts';
import { time } from '../../../parts/format.ts';
import { zoneText } from '../../../parts/period/zone-text.ts';
import { words } from '../../../parts/words.ts';

type Scheduled = Pick<DashboardSavedReportFragment, 'schedule' | 'weekday' | 'hour' | 'timezone'>;

/** As times are written everywhere: `8:00`, `8:00 AM`. */
export const hourText = (hour: number): string =>
  time(new Date(Date.UTC(2026, 0, 1, hour)).toISOString(), 'UTC');

/** In their order; the schema sorts them by name. */
export const WEEK = [
  Weekday.Monday,
  Weekday.Tuesday,
  Weekday.Wednesday,
  Weekday.Thursday,
  Weekday.Friday,
  Weekday.Saturday,
  Weekday.Sunday,
] as const;

/** `Mondays at 8:00, Europe/Paris`. */
export function scheduleText({ schedule, weekday, hour, timezone }: Scheduled): string {
  if (schedule === 'NEVER') return '–';
  if (hour === null || hour === undefined)
    return schedule === 'DAILY' ? 'Daily, once the day is complete' : 'Weekly, once Sunday is complete';
  const days = schedule === 'DAILY' || !weekday ? 'Daily' : `${words(weekday)}s`;
  return `${days} at ${hourText(hour)}, ${zoneText(timezone ?? 'UTC')}`;
}
