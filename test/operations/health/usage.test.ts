import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Usage } from '../../../src/platform/process/usage.ts';

test('several seats are served for two seconds after a call of another seat; calls without a seat do not count', () => {
  const usage = new Usage(new pg.Pool());
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const call = (seat: number | undefined) => usage.count({ status: 200, ms: 1, seat });
  const after = (ms: number) => {
    now += ms;
    return usage.servesSeveralSeats();
  };
  call(1);
  expect(after(2_000)).toBe(false);
  call(1);
  expect(after(0)).toBe(false);
  call(2);
  expect(after(0)).toBe(true);
  for (let count = 0; count < 5; count += 1) {
    call(1 + (count % 2));
    expect(after(1_000)).toBe(true);
  }
  expect(after(1_000)).toBe(false);
  call(undefined);
  call(1);
  expect(after(0)).toBe(false);
  call(3);
  expect(after(1_999)).toBe(true);
});

test('a seat is served while its statements run or wait, however long that takes', () => {
  const usage = new Usage(new pg.Pool());
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  usage.count({ status: 200, ms: 1, seat: 2 });
  now += 5_000;
  usage.count({ status: 200, ms: 1, seat: 2 });
  expect(usage.servesSeveralSeats([2, undefined])).toBe(false);
  expect(usage.servesSeveralSeats([1])).toBe(true);
  now += 5_000;
  expect(usage.servesSeveralSeats([1])).toBe(false);
  expect(usage.servesSeveralSeats([1, 1])).toBe(false);
  expect(usage.servesSeveralSeats([1, undefined, 2])).toBe(true);
});
