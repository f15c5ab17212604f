import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { daysOf, HOUR_MS, hourOfWeek } from '../../../../src/domain/sandbox/auction/days.ts';

test.each([
  'America/New_York',
  'America/Sao_Paulo',
  'America/Havana',
  'Africa/Cairo',
  'Atlantic/Azores',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Auckland',
])('in %s each hour of a year has the name that its clocks show', (zone) => {
  const [from, to] = [Date.parse('2027-01-01T00:00:00Z'), Date.parse('2028-01-01T00:00:00Z')];
  const wrong: string[] = [];
  for (const day of daysOf(zone, from, to))
    for (let hour = Math.ceil(day.start / HOUR_MS) * HOUR_MS; hour < day.end; hour += HOUR_MS) {
      const local = Temporal.Instant.fromEpochMilliseconds(hour).toZonedDateTimeISO(zone);
      if (hourOfWeek(day, hour) !== (local.dayOfWeek - 1) * 24 + local.hour) wrong.push(local.toString());
    }
  expect(wrong).toEqual([]);
});
