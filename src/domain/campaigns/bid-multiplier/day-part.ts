/** DAY_PARTING targets are stored as one number: the hour of the week, counted from Monday 00:00. */
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const HOURS = 24;
export const HOURS_OF_WEEK = DAYS.length * HOURS;

export interface DayPart {
  readonly day: (typeof DAYS)[number];
  /** 0 to 23 */
  readonly hour: number;
}

export function hourOfWeek({ day, hour }: DayPart): number {
  return DAYS.indexOf(day) * HOURS + hour;
}

export function dayPart(hourOfWeek: number): DayPart {
  return { day: DAYS[Math.floor(hourOfWeek / HOURS)] ?? 'Mon', hour: hourOfWeek % HOURS };
}
