import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';

import { inWords } from '../../../../src/dashboard/pages/reports/names.ts';
import { contentsOf, daysIn } from '../../../../src/dashboard/pages/reports/result/contents.ts';

import { contentsText } from '../../../../src/dashboard/pages/reports/saved/contents-text.ts';
import { titleOf } from '../../../../src/dashboard/pages/reports/saved/saved-name.ts';
import { DEFAULT_ZONE, zoneLike } from '../../../../src/dashboard/pages/reports/zones.ts';
import { days } from '../../../../src/dashboard/parts/format.ts';
import {
  DIMENSIONS,
  METRICS,
  DEFAULT_ZONE as SERVICE_ZONE,
  ZONES,
} from '../../../../src/domain/reporting/report/payload/catalogue.ts';
import { periodOf } from '../../../../src/domain/reporting/report/payload/period.ts';

const NOW = '2026-11-23T02:30:00Z';
const zones = ZONES.map((value) => ({ value, name: null }));

it('a report says the days, the zone and the currency that the service takes for it', () => {
  expect(DEFAULT_ZONE).toBe(SERVICE_ZONE);
  for (const timezone of ['America/New_York', 'Asia/Tokyo'])
    for (const dateTypeId of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10001, 10002] as const) {
      const { first, last } = periodOf(dateTypeId, timezone, new Date(NOW));
      const day = (at: Date | null) =>
        new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(at ?? 0);
      const [start, end] = [day(first), day(last)];
      const shown = daysIn({ dateTypeId, reportOption: { timezone } }, NOW);
      expect(shown, `${dateTypeId} ${timezone}`).toBe(days(start, end));
    }
  const catalog = { dimensions: DIMENSIONS, metrics: METRICS, advertisers: [{ id: 1, name: 'Northwind' }] };
  const sent = {
    dateTypeId: 11,
    startDate: '2026-11-16T00:00:00',
    endDate: '2026-11-22T23:59:59',
    limitSpec: { limit: 10, columns: [{ metricTypeId: 1, direction: 'DESCENDING' }] },
    reportOption: {
      advertiserIds: ['1'],
      metricTypeIds: [1, 10002, 10006],
      filterOptions: [{ dimensionTypeId: 19, isExcluded: true, includeValues: [{ id: 'US' }] }],
      having: { metricTypeId: 10001, type: 'greaterThan', value: '5' },
    },
  };
  expect(contentsOf(sent, NOW, catalog)).toEqual([
    ['Days', days('2026-11-16', '2026-11-22')],
    ['Time zone', 'America/New_York'],
    ['Currency', 'US dollars'],
    ['Filters', 'Advertiser Northwind; Country not US; Clicks more than 5'],
    ['Row limit', 'The 10 rows with the most impressions'],
  ]);
});

it('a report counts in the zone of the overview, or one with the same clock', () => {
  expect(zoneLike(zones, 'Europe/London')).toBe('Europe/London');
  expect(zoneLike(zones, 'Europe/Berlin')).toBe('Europe/Paris');
  expect(zoneLike(zones, 'UTC')).toBe('Etc/GMT');
  expect(zoneLike(zones, 'Asia/Kathmandu')).toBe(DEFAULT_ZONE);
});

it('saved reports are told apart by their groups and metrics', () => {
  const catalog = inWords({ dimensions: DIMENSIONS, metrics: METRICS });
  const text = (reportOption: object) =>
    contentsText({ dateTypeId: 4, intervalTypeId: 1, reportOption }, catalog);
  expect(text({ dimensionTypeIds: [19], metricTypeIds: [1, 10001, 10002, 10006] })).toBe(
    'By country: impressions, clicks and 2 more. Last 7 days, total',
  );
  expect(text({ metricTypeIds: [10006] })).toBe('Click rate. Last 7 days, total');
  expect(text({})).toBe('Last 7 days, total');
});

it('a report has the name that was typed for it, unless it is saved under another', () => {
  const payload = { dateTypeId: 4, intervalTypeId: 1 };
  expect(titleOf(payload, undefined, [], 'Spend')).toBe('Spend');
  expect(titleOf(payload, undefined, [{ name: 'Saved', report: payload }], 'Spend')).toBe('Saved');
  expect(titleOf(payload, undefined, [])).toBe('Last 7 days, total');
});

it('what a report is about is its groups and days, in words as on all pages', () => {
  const { dimensions, metrics } = inWords({ dimensions: DIMENSIONS, metrics: METRICS });
  const name = (payload: object) => titleOf(payload, undefined, [], undefined, dimensions);
  const of = (dimensionTypeIds: number[], intervalTypeId: number) => ({
    ...{ dateTypeId: 4, intervalTypeId, reportOption: { dimensionTypeIds } },
  });
  expect(name(of([4, 10003], 1))).toBe('By advertiser and line type, last 7 days');
  expect(name(of([4], 2))).toBe('By advertiser and day, last 7 days');
  expect(name(of([], 2))).toBe('Last 7 days, by day');
  expect(metrics.map((each) => each.name)).toEqual([
    ...[
      'Impressions',
      'Qualified bid requests',
      'Bid responses',
      'Available bid requests',
      'Average win rate',
    ],
    ...['Clicks', 'Spend', 'Conversions', 'Conversion value', 'ROAS', 'Click rate', 'CPM', 'CPC', 'CPA'],
    'Click-through conversions',
  ]);
});
