import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import {
  groupsOf,
  isOffered,
  notOffered,
  withBidding,
} from '../../../../src/dashboard/pages/reports/builder/bidding.ts';
import {
  BIDDING,
  CURRENCIES,
  INTERVALS,
  RANGES,
} from '../../../../src/dashboard/pages/reports/builder/choices.ts';
import { draftOfPayload } from '../../../../src/dashboard/pages/reports/builder/draft-of-payload.ts';
import {
  FIRST_DRAFT,
  inputOf,
  type ReportDraft,
} from '../../../../src/dashboard/pages/reports/builder/report-draft.ts';
import { wrongIn } from '../../../../src/dashboard/pages/reports/builder/use-refusal.ts';
import { draftOf, openingSearch, searchOf } from '../../../../src/dashboard/pages/reports/report-address.ts';
import { DIMENSIONS, METRICS } from '../../../../src/domain/reporting/report/payload/catalogue.ts';
import { parseReport } from '../../../../src/domain/reporting/report/payload/parse.ts';

const ids = (names: object) => Object.keys(names).map(Number);
const choices: readonly Partial<ReportDraft>[] = [
  {},
  ...ids(RANGES).map((range) => ({ range, start: '2026-01-01', end: '2026-01-31' })),
  { filters: [{ dimension: 5, isExcluded: true, values: ['1', '2', '3'] }] },
  ...ids(INTERVALS).map((interval) => ({ interval })),
  ...ids(CURRENCIES).map((currency) => ({ currency })),
  ...(['greaterThan', 'lessThan', 'equalTo'] as const).map((type) => ({
    having: [{ metric: 1, type, value: '10' }],
  })),
  { limit: '100' },
  { advertisers: [1, 2] },
  { timezone: 'Europe/London' },
  { isBidding: true, metrics: [1, 173], dimensions: [4] },
];

it.each(choices)('the service takes what the builder of reports makes of %j', (choice) => {
  expect(() => parseReport(inputOf({ ...FIRST_DRAFT, ...choice }))).not.toThrow();
});

it.each(choices)('the builder opens what it made of %j, and would make the same again', (choice) => {
  const payload = inputOf({ ...FIRST_DRAFT, timezone: 'Asia/Tokyo', ...choice });
  const draft = draftOfPayload(JSON.parse(JSON.stringify(payload)));
  expect(draft && inputOf(draft)).toEqual(payload);
});

it('the builder does not open what it could not make again', () => {
  const payload = inputOf({ ...FIRST_DRAFT, timezone: 'Asia/Tokyo' });
  expect(draftOfPayload({ ...payload, limitSpec: { limit: 5, columns: [] } })).toBeUndefined();
  expect(draftOfPayload({ ...payload, other: 1 })).toBeUndefined();
  expect(draftOfPayload(null)).toBeUndefined();
});

it('a limit leaves the rows with most of the first metric', () => {
  const spec = parseReport(inputOf({ ...FIRST_DRAFT, limit: '5' }));
  expect(spec).toMatchObject({ limit: 5, order: [{ metric: 0, descending: true }] });
});

it('several filters go together, and one without values is none', () => {
  const filters = [
    { dimension: 4, isExcluded: false, values: ['1'] },
    { dimension: 19, isExcluded: true, values: ['US', 'GB'] },
    { dimension: 5, isExcluded: false, values: [] },
  ];
  expect(inputOf({ ...FIRST_DRAFT, filters }).reportOption?.filterOptions).toEqual([
    { dimensionTypeId: 4, isExcluded: false, includeValues: [{ id: '1' }] },
    { dimensionTypeId: 19, isExcluded: true, includeValues: [{ id: 'US' }, { id: 'GB' }] },
  ]);
});

it('bidding data is its own source', () => {
  expect(inputOf({ ...FIRST_DRAFT, isBidding: true }).dataSource).toBe(BIDDING);
});

it('all conditions must be met, and one without a value is none', () => {
  const bound = (metric: number, value: string) => ({ metric, type: 'greaterThan' as const, value });
  const of = (...having: ReturnType<typeof bound>[]) =>
    inputOf({ ...FIRST_DRAFT, having }).reportOption?.having;
  expect(of(bound(1, ''))).toBeUndefined();
  expect(of(bound(1, '10'), bound(10002, ''))).toEqual({ metricTypeId: 1, type: 'greaterThan', value: '10' });
  expect(of(bound(1, '10'), bound(10002, ' 5 '))).toEqual({
    type: 'and',
    havingSpecs: [
      { metricTypeId: 1, type: 'greaterThan', value: '10' },
      { metricTypeId: 10002, type: 'greaterThan', value: '5' },
    ],
  });
  const having = [bound(1, '10'), bound(10002, '5')];
  expect(() => parseReport(inputOf({ ...FIRST_DRAFT, having }))).not.toThrow();
});

it('a limit is by what is chosen, if it is measured', () => {
  const limited = { ...FIRST_DRAFT, limit: '5' };
  const columns = (order: ReportDraft['order']) => inputOf({ ...limited, order }).limitSpec?.columns;
  expect(columns({ metric: 10002, isAscending: true })).toEqual([
    { metricTypeId: 10002, direction: 'ASCENDING' },
  ]);
  expect(columns({ metric: 584, isAscending: true })).toEqual([{ metricTypeId: 1, direction: 'ASCENDING' }]);
});

it('the address says what differs, and the same draft is read from it', () => {
  const first = { ...FIRST_DRAFT, timezone: 'Etc/GMT' };
  expect(searchOf(first, first)).toEqual({});
  const draft: ReportDraft = {
    ...first,
    ...{ range: 11, start: '2026-01-01', end: '2026-01-31', dimensions: [19], metrics: [], limit: '10' },
    filters: [
      { dimension: 6, isExcluded: true, values: ['1', '2'] },
      { dimension: 149, isExcluded: false, values: ['a:b;c,d'] },
    ],
    having: [{ metric: 1, type: 'greaterThan', value: '10' }],
    order: { metric: 10002, isAscending: true },
    isBidding: true,
  };
  const search = searchOf(draft, first);
  expect(search).toMatchObject({ group: '19', measure: '', having: '1:greaterThan:10', order: '10002:asc' });
  expect(search.timezone).toBeUndefined();
  // The page that opens it may count days in another zone.
  const opened = openingSearch({ timezone: 'America/New_York' });
  // `zone` is that of the page, which stays as it is.
  expect(opened).toEqual({ timezone: 'America/New_York' });
  expect(draftOf(opened, first).timezone).toBe('America/New_York');
  expect(draftOf(search, first)).toEqual(draft);
  expect(draftOf({ range: 'x', group: 'a,4', where: 'x:is:1', order: 'y' }, first)).toEqual({
    ...first,
    dimensions: [4],
    filters: [],
  });
});

it('each measure stands in one group, those of bidding data in its own', () => {
  const groups = groupsOf(METRICS);
  expect(groups.flatMap(({ metrics }) => metrics)).toHaveLength(METRICS.length);
  const bidding = groups.find(({ name }) => name === 'Bidding');
  expect(bidding?.metrics.map(({ id }) => id)).toEqual(
    METRICS.filter(({ bidOnly }) => bidOnly).map(({ id }) => id),
  );
});

it('what bidding data offers is what the service takes with it', () => {
  for (const { id, bidding, bidOnly } of METRICS)
    expect([id, isOffered('metrics', id, true), isOffered('metrics', id, false)]).toEqual([
      id,
      bidding,
      !bidOnly,
    ]);
  for (const { id, bidding } of DIMENSIONS)
    expect([id, isOffered('dimensions', id, true)]).toEqual([id, bidding]);
  const draft = { ...FIRST_DRAFT, dimensions: [4, 19], metrics: [10001] };
  expect(notOffered({ ...draft, isBidding: true })).toBe(true);
  expect(notOffered(draft)).toBe(false);
});

it('bidding data is measured at once and grouped by something; without it, the earlier choices are back', () => {
  const draft = {
    ...FIRST_DRAFT,
    ...{ dimensions: [19], metrics: [10001], timezone: 'Etc/GMT' },
    filters: [{ dimension: 19, isExcluded: false, values: ['US'] }],
    having: [{ metric: 10001, type: 'greaterThan' as const, value: '5' }],
  };
  const bidding = { ...draft, ...withBidding(draft, true) };
  expect(() => parseReport(inputOf(bidding))).not.toThrow();
  expect(bidding).toMatchObject({ metrics: [583, 173, 254, 1, 584], dimensions: [4] });
  expect({ ...bidding, ...withBidding(bidding, false, draft) }).toEqual(draft);
  // By an address, nothing was chosen before.
  expect(withBidding(bidding, false)).toMatchObject({ isBidding: false, metrics: FIRST_DRAFT.metrics });
});

it('what cannot be sent is said in the words of the page', () => {
  const wrong = (change: Partial<ReportDraft>) => wrongIn({ ...FIRST_DRAFT, ...change });
  expect(wrong({})).toEqual({});
  expect(wrong({ metrics: [] })).toEqual({ measures: 'Choose at least one measure.' });
  expect(wrong({ isBidding: true, metrics: [1] }).measures).toMatch(/^Choose a measure of bidding/);
  expect(wrong({ isBidding: true, metrics: [173], dimensions: [] }).groups).toMatch(/^Group bidding data by/);
  expect(wrong({ range: 11 }).days).toBe('Choose the first and the last day.');
  expect(wrong({ range: 11, start: '2026-02-01', end: '2026-01-31' }).days).toMatch(/before the first/);
});
