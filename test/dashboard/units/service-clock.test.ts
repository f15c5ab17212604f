import '../../support/browser-language.ts';
import { afterEach, expect, it } from 'vitest';
import { today } from '../../../src/dashboard/parts/period/days.ts';
import { serviceNow, setServiceClock } from '../../../src/dashboard/parts/service-clock.ts';

afterEach(() => setServiceClock(null, 0));

it('in a sandbox today is the day of its clock, which runs on at its speed', () => {
  const readAt = Date.now() - 1000;
  setServiceClock({ now: '2031-05-01T23:59:30Z', speed: 60 }, readAt);
  expect(today('UTC')).toBe('2031-05-02');
  expect(Math.abs(serviceNow() - Date.parse('2031-05-02T00:00:30Z'))).toBeLessThan(6_000);
  setServiceClock({ now: '2031-05-01T23:59:30Z', speed: 0 }, readAt);
  expect(serviceNow()).toBe(Date.parse('2031-05-01T23:59:30Z'));
});

it('elsewhere it is the time of the computer', () => {
  setServiceClock({ now: '2031-05-01T12:00:00Z', speed: 1 }, Date.now());
  setServiceClock(null, 5);
  expect(Math.abs(serviceNow() - Date.now())).toBeLessThan(1000);
});
