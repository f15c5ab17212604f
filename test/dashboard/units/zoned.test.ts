import { expect, it } from 'vitest';
import { momentOf, wallTime } from '../../../src/dashboard/edit/zoned.ts';

it('a time is shown as a clock in the zone shows it, and read back as the same moment', () => {
  const moments = [
    '2026-01-31T05:00:00Z',
    '2026-07-31T23:59:59Z',
    '2026-03-29T00:59:59Z',
    '2026-10-25T03:00:00Z',
  ];
  for (const zone of ['Europe/Madrid', 'America/New_York', 'Asia/Kathmandu', 'UTC'])
    for (const moment of moments) expect(momentOf(wallTime(moment, zone), zone), zone).toBe(moment);
  expect(wallTime('2026-01-31T23:30:00Z', 'Europe/Madrid')).toBe('2026-02-01T00:30:00');
});

it('midnight after the clocks changed is of the new offset', () => {
  expect(momentOf('2026-03-29T04:00', 'Europe/Madrid')).toBe('2026-03-29T02:00:00Z');
  expect(momentOf('2026-03-28T23:00', 'Europe/Madrid')).toBe('2026-03-28T22:00:00Z');
});

it('an unfinished time gives no moment', () => {
  expect(momentOf('', 'UTC')).toBeUndefined();
});
