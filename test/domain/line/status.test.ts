import { describe, expect, test } from 'vitest';
import { Problems } from '../../../src/domain/input.ts';
import { checkStatus, deliveryStatus } from '../../../src/domain/line/status.ts';

describe('checkStatus', () => {
  test.each([
    [undefined, 'PAUSED', false, true],
    [undefined, 'INACTIVE', false, true],
    [undefined, 'ACTIVE', true, false],
    ['PAUSED', 'ACTIVE', false, false],
    ['PAUSED', 'ACTIVE', true, true],
    ['PAUSED', 'INACTIVE', false, true],
    ['INACTIVE', 'ACTIVE', false, false],
    ['INACTIVE', 'ACTIVE', true, true],
    ['INACTIVE', 'PAUSED', false, true],
    ['ACTIVE', 'ACTIVE', true, true],
    ['ACTIVE', 'PAUSED', true, true],
    ['ACTIVE', 'INACTIVE', true, true],
    ['ACTIVE', 'NOT_STARTED', true, false],
  ])('from %s to %s, with geography %s: allowed %s', (from, to, hasGeography, allowed) => {
    const problems = new Problems();
    checkStatus({ problems, from, to, hasGeography });
    expect(problems.issues.map(({ path }) => path)).toEqual(allowed ? [] : ['status']);
  });
});

describe('deliveryStatus', () => {
  const flight = (from: number, to: number) => ({
    startDate: new Date(Date.UTC(2027, 0, from)),
    endDate: new Date(Date.UTC(2027, 0, to)),
  });
  const schedules = [flight(10, 12), flight(2, 5)];
  const on = (day: number, status = 'ACTIVE') =>
    deliveryStatus({ status, schedules, now: new Date(Date.UTC(2027, 0, day)) });

  test('an ACTIVE line waits before and between its flights, runs in them, and has ended after the last', () => {
    expect([1, 2, 4, 5, 9, 10, 12, 20].map((day) => on(day))).toEqual([
      'NOT_STARTED',
      'ACTIVE',
      'ACTIVE',
      'NOT_STARTED',
      'NOT_STARTED',
      'ACTIVE',
      'ENDED',
      'ENDED',
    ]);
  });

  test('a line that is not ACTIVE, or has no flights, does what it is set to', () => {
    expect(on(3, 'PAUSED')).toBe('PAUSED');
    expect(on(20, 'INACTIVE')).toBe('INACTIVE');
    expect(deliveryStatus({ status: 'ACTIVE', schedules: [], now: new Date() })).toBe('ACTIVE');
  });
});
