import { expect, it } from 'vitest';
import { isIdle } from '../../../src/dashboard/pages/overview/idle.ts';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const line = {
  deliveryStatus: 'ACTIVE',
  createdAt: '2026-06-01T00:00:00Z',
  schedules: [{ startDateStr: '2026-06-10T00:00:00Z', endDateStr: '2026-06-20T00:00:00Z' }],
  pacing: { status: 'BEHIND' },
  lastWeek: { spend: { amount: '0' } },
} as const;

it('a line that is in flight for a day and spends nothing needs attention', () => {
  expect(isIdle(line, NOW)).toBe(true);
  expect(isIdle({ ...line, schedules: [], pacing: null }, NOW)).toBe(true);
});

it('a line that spends, has spent its budget, is out of flight or has just begun needs nobody', () => {
  expect(isIdle({ ...line, lastWeek: { spend: { amount: '0.01' } } }, NOW)).toBe(false);
  expect(isIdle({ ...line, pacing: { status: 'SPENT' } }, NOW)).toBe(false);
  for (const deliveryStatus of ['PAUSED', 'ENDED', 'NOT_STARTED'] as const)
    expect(isIdle({ ...line, deliveryStatus }, NOW)).toBe(false);
  const [{ endDateStr }] = line.schedules;
  expect(isIdle({ ...line, schedules: [{ startDateStr: '2026-06-15T00:00:00Z', endDateStr }] }, NOW)).toBe(
    false,
  );
  expect(isIdle({ ...line, createdAt: '2026-06-15T00:00:00Z', schedules: [] }, NOW)).toBe(false);
});
