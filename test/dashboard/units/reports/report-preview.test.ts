import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { isMet, previewOf } from '../../../../src/dashboard/pages/reports/builder/preview/preview-input.ts';
import { cellsOf, totalsIn } from '../../../../src/dashboard/pages/reports/builder/preview/preview-rows.ts';
import {
  FIRST_DRAFT,
  type ReportDraft,
} from '../../../../src/dashboard/pages/reports/builder/report-draft.ts';

const [ADVERTISER, CAMPAIGN, COUNTRY, CREATIVE] = [4, 5, 19, 10002];
const owners = {
  seatCurrency: 'EUR',
  advertisers: [
    { id: 1, currency: 'USD' },
    { id: 2, currency: 'JPY' },
  ],
};
const draftOf = (change: Partial<ReportDraft> = {}): ReportDraft => ({
  ...FIRST_DRAFT,
  ...{ timezone: 'Etc/GMT', interval: 1, ...change },
});
const asked = (change: Partial<ReportDraft>) => previewOf(draftOf(change), owners);

it('a preview asks for the rows with which the report begins', () => {
  expect(asked({})).toEqual({
    input: {
      ...{ by: ['ADVERTISER'], range: { preset: 'LAST_7_DAYS' }, timezone: 'UTC', currency: 'USD', first: 8 },
      orderBy: { metric: 'IMPRESSIONS', direction: 'DESC' },
    },
    ...{ hasTotal: true, currency: 'USD', isConverted: false },
  });
  const overTime = asked({ interval: 2, range: 11, start: '2026-01-01', end: '2026-01-31' });
  expect(overTime).toMatchObject({
    input: { interval: 'DAY', range: { between: { start: '2026-01-01', end: '2026-01-31' } } },
  });
  expect(overTime).not.toHaveProperty('input.orderBy');
  const limited = asked({ limit: '3', order: { metric: 10002, isAscending: true } });
  expect(limited).toMatchObject({
    input: { first: 3, orderBy: { metric: 'SPEND', direction: 'ASC' } },
    hasTotal: false,
  });
});

it('a preview has the filters of the report; advertisers may be left out', () => {
  const filters = [
    { dimension: ADVERTISER, isExcluded: true, values: ['2'] },
    { dimension: CAMPAIGN, isExcluded: false, values: ['7', '8'] },
    { dimension: CAMPAIGN, isExcluded: false, values: ['8', '9'] },
  ];
  const own = { currency: 2 };
  expect(asked({ ...own, filters })).toMatchObject({
    input: { advertiserIds: ['1'], filter: { campaignIds: ['8'] }, currency: 'USD' },
    isConverted: false,
  });
  expect(asked(own)).toMatchObject({ currency: 'USD', isConverted: true });
  expect(asked({ currency: 1 })).toMatchObject({ currency: 'EUR', isConverted: false });
});

it('what cannot be counted at once is not shown as if it could', () => {
  const excluded = [{ dimension: COUNTRY, isExcluded: true, values: ['US'] }];
  for (const change of [
    { isBidding: true },
    { dimensions: [CREATIVE] },
    { interval: 5, range: 10001 },
    { interval: 5, range: 11, start: '2026-01-01', end: '2026-02-02' },
    { filters: excluded },
  ])
    expect(asked(change), JSON.stringify(change)).toHaveProperty('reason');
});

const sums = (impressions: number, clicks: number, spend: string) => ({
  ...{ impressions, clicks, conversions: 1 },
  ...{ spend: { amount: spend }, conversionValue: { amount: '0' } },
});
const NONE = {
  start: null,
  advertiser: null,
  campaign: null,
  line: null,
  ad: null,
  package: null,
  country: null,
};

it('its rows are those of the report’s file, without those that miss a condition', () => {
  const nodes = [
    { ...NONE, country: { code: 'US', name: 'United States' }, delivery: sums(1000, 5, '2.50') },
    { ...NONE, delivery: sums(10, 0, '0') },
  ];
  const draft = draftOf({ dimensions: [COUNTRY], metrics: [1, 10002, 10008, 10010] });
  expect(cellsOf({ nodes }, draft)).toEqual([
    ['US', 'United States', '1000', '2.5', '0.5', '1'],
    ['', '', '10', '0', '', '1'],
  ]);
  const having = [{ metric: 1, type: 'greaterThan' as const, value: '100' }];
  expect(cellsOf({ nodes }, { ...draft, having })).toHaveLength(1);
  const over = draftOf({ interval: 5, dimensions: [], metrics: [1], timezone: 'Asia/Tokyo' });
  const hour = { ...NONE, start: '2026-01-01T00:00:00Z', delivery: sums(1, 0, '0') };
  expect(cellsOf({ nodes: [hour] }, over)).toEqual([['2026-01-01T09:00:00', '1']]);
  const totals = totalsIn({ totals: sums(1010, 5, '2.5') }, draft, 'USD');
  expect(totals.map(({ figures }) => figures[0])).toEqual(['1,010', 'US$2.50', 'US$0.50', '1']);
});

it('a figure without a value meets no condition', () => {
  const of = (type: 'greaterThan' | 'lessThan' | 'equalTo') => ({ metric: 1, type, value: '5' });
  expect([isMet(of('greaterThan'), 6), isMet(of('lessThan'), 6), isMet(of('equalTo'), 5)]).toEqual([
    ...[true, false, true],
  ]);
  expect(isMet(of('lessThan'), null)).toBe(false);
});
