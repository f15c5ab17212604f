import { Temporal } from 'temporal-polyfill';
import { isOneOf } from '../../../platform/text/typed.ts';
import { zoneAsSpelled } from '../../../resources/define/fields.ts';
import { Problems } from '../../../resources/define/input.ts';
import { reportZone, ZONES } from '../report/payload/catalogue.ts';
import type { SavedReport } from './find.ts';

export const SCHEDULES = ['DAILY', 'WEEKLY', 'NEVER'] as const;
export type Every = (typeof SCHEDULES)[number];

/** In the order of ISO 8601: Monday is 1. */
export const WEEKDAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** When the reports of a schedule are made. */
export interface Schedule {
  readonly every: Every;
  readonly weekday: number | null;
  readonly hour: number | null;
  readonly timezone: string | null;
}

export interface SentSchedule {
  readonly every?: unknown;
  readonly weekday?: unknown;
  readonly hour?: unknown;
  readonly timezone?: unknown;
}

const UTC = 'Etc/GMT';
const LAST_HOUR = 23;

/** Returns a schedule as it is stored. Throws ValidationError with all problems. */
export function checkSchedule({ every, weekday, hour, timezone }: SentSchedule): Schedule {
  const problems = new Problems();
  if (!isOneOf(SCHEDULES, every)) problems.add('every', `must be one of ${SCHEDULES.join(', ')}`);
  const isHour = typeof hour === 'number' && Number.isInteger(hour) && hour >= 0 && hour <= LAST_HOUR;
  if (hour != null && !isHour) problems.add('hour', `must be a whole number from 0 to ${LAST_HOUR}`);
  if (hour != null && every === 'NEVER') problems.add('hour', 'requires every to be DAILY or WEEKLY');
  if (weekday != null && !isOneOf(WEEKDAYS, weekday))
    problems.add('weekday', `must be one of ${WEEKDAYS.join(', ')}`);
  if (weekday != null && every !== 'WEEKLY') problems.add('weekday', 'requires every to be WEEKLY');
  if (weekday != null && hour == null) problems.add('weekday', 'requires hour');
  const zone = typeof timezone === 'string' ? reportZone(zoneAsSpelled(timezone)) : UTC;
  if (timezone != null && !ZONES.includes(zone))
    problems.add('timezone', `must be one of ${ZONES.join(', ')}`);
  if (timezone != null && hour == null) problems.add('timezone', 'requires hour');
  problems.throwIfAny();
  const at = typeof hour === 'number' ? hour : null;
  const day = isOneOf(WEEKDAYS, weekday) ? weekday : 'MONDAY';
  return {
    every: isOneOf(SCHEDULES, every) ? every : 'NEVER',
    hour: at,
    timezone: at === null ? null : zone,
    weekday: at === null || every !== 'WEEKLY' ? null : WEEKDAYS.indexOf(day) + 1,
  };
}

type Stored = Pick<SavedReport, keyof Schedule>;

/** Returns the last time of a schedule up to now; null for one without an hour, which waits for its books alone. */
export function lastSlot(saved: Stored, now: Temporal.Instant): Temporal.ZonedDateTime | null {
  const { every, weekday, hour, timezone } = saved;
  if (every === 'NEVER' || hour === null || timezone === null) return null;
  const local = now.toZonedDateTimeISO(timezone);
  const back = weekday === null ? 0 : (local.dayOfWeek - weekday + 7) % 7;
  const slotOf = (days: number) =>
    local.toPlainDate().subtract({ days }).toZonedDateTime({ timeZone: timezone, plainTime: { hour } });
  const slot = slotOf(back);
  const isOver = Temporal.Instant.compare(slot.toInstant(), now) <= 0;
  return isOver ? slot : slotOf(back + (weekday === null ? 1 : 7));
}

/** Returns the next time of a schedule; null for one without an hour. */
export function nextSlot(saved: Stored, now: Temporal.Instant): Temporal.ZonedDateTime | null {
  const slot = lastSlot(saved, now);
  if (!slot) return null;
  const { timeZoneId, hour } = slot;
  const date = slot.toPlainDate().add({ days: saved.weekday === null ? 1 : 7 });
  // An hour that the change of the clocks moved is its own again on the next day.
  return date.toZonedDateTime({ timeZone: timeZoneId, plainTime: { hour: saved.hour ?? hour } });
}
