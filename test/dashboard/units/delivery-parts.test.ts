import '../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { hoursOfDay } from '../../../src/dashboard/pages/breakdown/rows.ts';
import { dailySpend, projectionText } from '../../../src/dashboard/pages/line/daily-spend.ts';
import { marksOf } from '../../../src/dashboard/pages/marks/marks-of.ts';
import { NO_SUMS } from '../../../src/dashboard/parts/figures/metrics.ts';
import { stepsOf } from '../../../src/dashboard/parts/period/steps.ts';
import { keeping } from '../../../src/dashboard/shell/kept-search.ts';

const spent = (spend: number) => ({ ...NO_SUMS, spend });
const money = (amount: string) => ({ amount, currency: 'USD' });

it('what has to be spent each day is what is left, divided by the days that are left', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const pacing = { budget: money('1000'), delivered: money('400'), projected: money('500') };
  expect(dailySpend(pacing, { now, end: now + 10 * 86_400_000 })).toEqual({
    left: 600,
    needed: 60,
    current: 10,
  });
  // In the last hours it is all that is left, and nothing where too much is spent.
  expect(dailySpend(pacing, { now, end: now + 3_600_000 }).needed).toBe(600);
  const over = { ...pacing, delivered: money('1200') };
  expect(dailySpend(over, { now, end: now + 86_400_000 })).toMatchObject({ left: 0, needed: 0 });
});

it('no flight is projected above its budget: its end is the day on which that is spent', () => {
  const projected = money('5098.27');
  expect(projectionText({ projected, budgetSpentAt: '2027-01-02T03:00:00Z' }, 'America/New_York')).toMatch(
    /^Budget gone by 1 Jan 2027, /,
  );
  expect(projectionText({ projected, budgetSpentAt: null }, 'UTC')).toMatch(/^US\$5,098\.27, /);
});

it('hours of the day are those of the zone, added up over all days', () => {
  const points = [
    { start: '2026-11-20T23:00:00Z', sums: spent(1) },
    { start: '2026-11-21T23:00:00Z', sums: spent(2) },
    { start: '2026-11-22T00:00:00Z', sums: spent(4) },
  ];
  const rows = hoursOfDay(points, 'Asia/Tokyo', 'Line:1');
  expect(rows.filter(({ sums }) => sums.spend > 0).map(({ key, sums }) => [key, sums.spend])).toEqual([
    ['08', 3],
    ['09', 4],
  ]);
  expect(rows).toHaveLength(24);
  expect(rows[0]?.scope).toEqual({ node: 'Line:1', hour: '00', timezone: 'Asia/Tokyo' });
});

it('a change is marked on the step of its day in the zone, and names what it is about', () => {
  const change = {
    ...{ id: 'Change:1', action: 'UPDATE' as const, resource: 'Line' as const, resourceId: 'Line:7' },
    ...{ userId: 1, user: null, requestId: 'r1', at: '2026-11-21T23:30:00Z' },
    fields: [{ path: 'bidPrice', before: 2.5, after: 1.8, isPartial: false }],
  };
  const steps = stepsOf({ start: '2026-11-20', end: '2026-11-23' }, 'Asia/Tokyo');
  const names = new Map([['Line:7', 'North']]);
  const [mark, ...others] = marksOf({ changes: [change], names, steps, timeZone: 'Asia/Tokyo' });
  expect(others).toEqual([]);
  expect(mark?.at).toBe(2);
  expect(mark?.text).toMatch(/^Line North: bid 2\.5 → 1\.8, /);
});

it('links keep the days, the zone and the currency of a page, but for what they name themselves', () => {
  const keep = keeping('range', 'from', 'to', 'zone');
  const go = (search: object, link: object) =>
    keep({ search: search as Record<string, unknown>, next: () => link as Record<string, unknown> });
  expect(go({ range: 'TODAY', zone: 'UTC', q: 'x' }, { sort: 'SPEND' })).toEqual({
    ...{ range: 'TODAY', zone: 'UTC', sort: 'SPEND' },
  });
  // Days that were chosen one by one would win over a range.
  expect(go({ from: '2026-11-01', to: '2026-11-02' }, { range: 'TODAY' })).toEqual({ range: 'TODAY' });
  expect(go({ zone: 'UTC' }, { zone: undefined })).toEqual({ zone: undefined });
});
