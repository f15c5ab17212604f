import { describe, expect, it } from 'vitest';
import { admit } from '../../../../src/domain/events/event/rate-window.ts';

const T = 1_800_000_000_000;
const window = () => ({ at: [] as number[], count: [] as number[] });
const limit = 5_000;

describe('the rate of an advertiser', () => {
  it('admits exactly the limit in one second, and again in the next', () => {
    const own = window();
    expect(admit(own, { now: T, events: 5_000, limit })).toBe(true);
    expect(admit(own, { now: T + 999, events: 1, limit })).toBe(false);
    expect(admit(own, { now: T + 1_000, events: 5_000, limit })).toBe(true);
  });

  it('rolls: no second holds more, wherever it begins', () => {
    const own = window();
    const admitted: [number, number][] = [];
    for (let ms = 0; ms < 5_000; ms += 7)
      if (admit(own, { now: T + ms, events: 61, limit })) admitted.push([ms, 61]);
    for (const [start] of admitted) {
      const inSecond = admitted.filter(([ms]) => ms >= start && ms < start + 1_000);
      expect(inSecond.reduce((sum, [, events]) => sum + events, 0)).toBeLessThanOrEqual(limit);
    }
    expect(admitted.length).toBeGreaterThan(300);
  });

  it('what is refused does not count', () => {
    const own = window();
    admit(own, { now: T, events: 4_999, limit });
    for (let n = 0; n < 10; n += 1) expect(admit(own, { now: T, events: 2, limit })).toBe(false);
    expect(admit(own, { now: T, events: 1, limit })).toBe(true);
  });

  it('remembers one number for each millisecond of the last second, whatever passes', () => {
    const own = window();
    for (let ms = 0; ms < 10_000; ms += 1)
      for (const _ of 'ab') admit(own, { now: T + ms, events: 1, limit });
    expect(own.at.length).toBeLessThanOrEqual(1_000);
    expect(own.count.length).toBe(own.at.length);
  });

  it('arrivals of another process that come late count as of now; a clock that is set back starts a new window', () => {
    const own = window();
    admit(own, { now: T, events: 5_000, limit });
    expect(admit(own, { now: T - 300, events: 1, limit })).toBe(false);
    expect(admit(own, { now: T - 86_400_000, events: 1, limit })).toBe(true);
  });
});
