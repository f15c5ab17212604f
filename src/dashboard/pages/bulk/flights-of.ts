import { momentOf, wallTime } from '../../edit/zoned.ts';
import type { DashboardLineRowFragment, UpdateLineScheduleInput } from '../../generated/graphql.ts';

export type Flight = DashboardLineRowFragment['schedules'][number];
export type DateSide = 'start' | 'end';

const DAY_MS = 86_400_000;

export const isOver = ({ endDate }: Pick<Flight, 'endDate'>, now: number): boolean =>
  Date.parse(endDate) <= now;

/** The flight that runs, else the next one, else the last: what people mean by the dates of a line. */
export function currentFlight(schedules: readonly Flight[], now: number): Flight | undefined {
  const sorted = schedules.toSorted((one, other) => Date.parse(one.startDate) - Date.parse(other.startDate));
  return sorted.find((flight) => !isOver(flight, now)) ?? sorted.at(-1);
}

/** New budgets of flights that are not over; of those for which there is one. */
export const budgetsOf = (
  { schedules }: Pick<DashboardLineRowFragment, 'schedules'>,
  now: number,
  next: (budget: string | null) => string | undefined,
): UpdateLineScheduleInput[] =>
  schedules.flatMap((flight) => {
    if (isOver(flight, now)) return [];
    const budget = next(flight.budget ?? null);
    return budget === undefined ? [] : [{ id: flight.id, budget }];
  });

interface Move {
  readonly side: DateSide;
  /** To a day of the calendar, or by so many days. */
  readonly to: { readonly day: string } | { readonly days: number };
  readonly now: number;
}

/** Another start or end of the current flight, at the same time of the day on the advertiser's clock. */
export function movedFlight(
  { schedules, advertiser }: Pick<DashboardLineRowFragment, 'schedules' | 'advertiser'>,
  { side, to, now }: Move,
): UpdateLineScheduleInput[] {
  const flight = currentFlight(schedules, now);
  if (!flight) return [];
  const field = side === 'start' ? 'startDate' : 'endDate';
  const [day = '', time = ''] = wallTime(flight[field], advertiser.timezone).split('T');
  // What ends at midnight has the day before as its last.
  const isMidnight = side === 'end' && time === '00:00:00';
  const moved = 'days' in to ? plusDays(day, to.days) : plusDays(to.day, isMidnight ? 1 : 0);
  const at = momentOf(`${moved}T${time}`, advertiser.timezone);
  return at === undefined ? [] : [{ id: flight.id, [field]: at }];
}

const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
