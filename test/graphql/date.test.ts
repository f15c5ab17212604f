import { expect, test } from 'vitest';
import { dayOf } from '../../src/graphql/parts/values/date.ts';

test.each(['2026-01-31', '2028-02-29', '2000-01-01', '2100-12-31'])('%s is a Date', (day) => {
  expect(dayOf(day)).toBe(day);
});

test.each(['2026-02-30', '2026-1-31', '2026-01-31T00:00:00Z', '', 20260131, null, ['2026-01-31']])(
  '%j is no Date',
  (value) => {
    expect(() => dayOf(value)).toThrow('Date must be a day of the calendar, such as "2026-01-31".');
  },
);

test.each(['0000-01-01', '0001-01-01', '1999-12-31', '2101-01-01', '9999-12-31'])(
  '%s is out of range',
  (day) => {
    expect(() => dayOf(day)).toThrow('Date must be from 2000-01-01 to 2100-12-31.');
  },
);
