import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import {
  hoursOfWeek,
  likeMonday,
  PRESETS,
  rectangleOf,
} from '../../../../src/dashboard/pages/line/bid-hours.ts';
import { NO_SUMS } from '../../../../src/dashboard/parts/figures/metrics.ts';

it('a rectangle has all hours between two corners, in whatever direction it is drawn', () => {
  const hours = ['Mon-9', 'Mon-10', 'Tue-9', 'Tue-10'];
  expect(rectangleOf([0, 9], [1, 10])).toEqual(hours);
  expect(rectangleOf([1, 10], [0, 9])).toEqual(hours);
  expect(rectangleOf([6, 23], [6, 23])).toEqual(['Sun-23']);
  expect(Object.fromEntries(PRESETS.map(([name, of]) => [name, of.length]))).toEqual({
    ...{ 'Working hours': 45, Evenings: 35, Nights: 42, Weekend: 48, 'All hours': 168 },
  });
});

it('Monday is copied to the other working days, hour by hour', () => {
  const factors = likeMonday((hour) => (hour === 'Mon-9' ? 2 : 1));
  expect(factors).toHaveLength(4 * 24);
  expect(factors.filter(([, factor]) => factor === 2).map(([hour]) => hour)).toEqual([
    ...['Tue-9', 'Wed-9', 'Thu-9', 'Fri-9'],
  ]);
});

it('the hours of a range are added up by the hours of the week in the zone of the bids', () => {
  const at = (start: string, clicks: number) => ({ start, sums: { ...NO_SUMS, clicks } });
  const points = [
    at('2026-11-23T01:00:00Z', 1),
    at('2026-11-30T01:00:00Z', 2),
    at('2026-11-23T08:00:00Z', 4),
  ];
  const clicks = (zone: string) => [...hoursOfWeek(points, zone)].map(([hour, sums]) => [hour, sums.clicks]);
  expect(clicks('UTC')).toEqual([
    ['Mon-1', 3],
    ['Mon-8', 4],
  ]);
  expect(clicks('America/Denver')).toEqual([
    ['Sun-18', 3],
    ['Mon-1', 4],
  ]);
});
