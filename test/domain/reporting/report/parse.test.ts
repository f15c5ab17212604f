import { describe, expect, test } from 'vitest';
import { ValidationError } from '../../../../src/domain/errors.ts';
import { METRICS, ZONES } from '../../../../src/domain/reporting/report/payload/catalogue.ts';
import { parseReport } from '../../../../src/domain/reporting/report/payload/parse.ts';
import { parseDate, periodOf } from '../../../../src/domain/reporting/report/payload/period.ts';
import { RestrictedCombinationError } from '../../../../src/domain/reporting/report/payload/restricted.ts';

const payload = (outer: object = {}, option: object = {}) => ({
  dateTypeId: 4,
  intervalTypeId: 2,
  ...outer,
  reportOption: { dimensionTypeIds: [4], metricTypeIds: [1], ...option },
});

function issues(raw: unknown): string[] {
  try {
    parseReport(raw);
  } catch (error) {
    if (error instanceof ValidationError) return error.issues.map(({ path }) => path);
    throw error;
  }
  return [];
}

const nested = (depth: number): object =>
  depth === 0
    ? { type: 'greaterThan', metricTypeId: 1, value: 5 }
    : { type: 'and', havingSpecs: [nested(depth - 1)] };

describe('a reporting payload', () => {
  test('needs only the required fields; the zone is New York and the currency USD', () => {
    expect(
      parseReport({ dateTypeId: 1, intervalTypeId: 1, reportOption: { metricTypeIds: [1] } }),
    ).toMatchObject({
      zone: 'America/New_York',
      denomination: 'USD',
      interval: 'cumulative',
      dimensions: [],
      limit: null,
    });
  });

  test('takes each zone of the list, each denomination, and the one of reportOption first', () => {
    for (const timezone of ZONES) expect(issues(payload({}, { timezone }))).toEqual([]);
    expect(parseReport(payload({ currency: 1 }, { currency: 2 })).denomination).toBe('advertiser');
    expect(parseReport(payload({ currency: 3 })).denomination).toBe('campaign');
  });

  test.each([
    [
      'no payload',
      undefined,
      ['payload', 'reportOption', 'reportOption.metricTypeIds', 'dateTypeId', 'intervalTypeId'],
    ],
    [
      'a reportOption that is text',
      { ...payload(), reportOption: 'x' },
      ['reportOption', 'reportOption.metricTypeIds'],
    ],
    ['an unknown date type', payload({ dateTypeId: 12 }), ['dateTypeId']],
    ['an unknown interval type', payload({ intervalTypeId: 0 }), ['intervalTypeId']],
    ['an unknown data source', payload({ dataSource: 14 }), ['dataSource']],
    ['an unknown currency', payload({ currency: 5 }), ['currency']],
    ['an unknown currency inside', payload({}, { currency: 'USD' }), ['reportOption.currency']],
    ['an unknown time zone', payload({}, { timezone: 'Europe/Berlin' }), ['reportOption.timezone']],
    ['an unknown dimension', payload({}, { dimensionTypeIds: [4, 7] }), ['reportOption.dimensionTypeIds[1]']],
    ['an unknown metric', payload({}, { metricTypeIds: [1, 2] }), ['reportOption.metricTypeIds[1]']],
    ['no metric', payload({}, { metricTypeIds: [] }), ['reportOption.metricTypeIds']],
    ['metrics that are no array', payload({}, { metricTypeIds: 1 }), ['reportOption.metricTypeIds']],
    ['accounts that are no ids', payload({}, { accountIds: [1, {}] }), ['reportOption.accountIds[1]']],
    [
      'a bad filter',
      payload(
        {},
        {
          filterOptions: [
            { dimensionTypeId: 9, isExcluded: 'no', includeValues: [{ id: 1 }, 2, { id: '' }] },
            3,
          ],
        },
      ),
      [
        'reportOption.filterOptions[0].dimensionTypeId',
        'reportOption.filterOptions[0].isExcluded',
        'reportOption.filterOptions[0].includeValues[1]',
        'reportOption.filterOptions[0].includeValues[1].id',
        'reportOption.filterOptions[0].includeValues[2].id',
        'reportOption.filterOptions[1]',
      ],
    ],
    [
      'a filter without values',
      payload({}, { filterOptions: [{ dimensionTypeId: 4 }] }),
      ['reportOption.filterOptions[0].includeValues'],
    ],
    ['a custom range without dates', payload({ dateTypeId: 11 }), ['startDate', 'endDate']],
    [
      'dates of another format',
      payload({ dateTypeId: 11, startDate: '2026-02-30T00:00:00', endDate: '2026-03-01' }),
      ['startDate', 'endDate'],
    ],
    [
      'a start after the end',
      payload({
        dateTypeId: 11,
        startDate: '2026-03-02T00:00:00-05:00',
        endDate: '2026-03-01T00:00:00-05:00',
      }),
      ['startDate'],
    ],
    [
      'both spellings of limitSpec',
      payload({ limit: { limit: 1, columns: [] }, limitSpec: { limit: 2, columns: [] } }),
      ['limit'],
    ],
    ['a limit of nothing', payload({ limitSpec: { limit: 0, columns: [] } }), ['limitSpec.limit']],
    ['a limit without columns', payload({ limit: { limit: 5 } }), ['limit.columns']],
    [
      'a bad limit column',
      payload({ limitSpec: { limit: 5, type: 'top', columns: [{ direction: 'UP', metricTypeId: 10001 }] } }),
      ['limitSpec.type', 'limitSpec.columns[0].direction', 'limitSpec.columns[0].metricTypeId'],
    ],
    [
      'a having on a metric that is not requested',
      payload(
        {},
        { having: { type: 'and', havingSpecs: [{ metricTypeId: 10001, type: 'equalTo', value: 1 }] } },
      ),
      ['reportOption.having.havingSpecs[0].metricTypeId'],
    ],
    ['a having without specs', payload({}, { having: { type: 'or' } }), ['reportOption.having.havingSpecs']],
    [
      'a having of more specs than are taken',
      payload(
        {},
        {
          having: {
            type: 'or',
            havingSpecs: Array(101).fill({ type: 'equalTo', metricTypeId: 1, value: 1 }),
          },
        },
      ),
      ['reportOption.having.havingSpecs'],
    ],
    [
      'filter values that are no array',
      payload({}, { filterOptions: [{ dimensionTypeId: 4, includeValues: {} }] }),
      ['reportOption.filterOptions[0].includeValues'],
    ],
    [
      'a having of an unknown type',
      payload({}, { having: { type: 'xor', havingSpecs: [] } }),
      ['reportOption.having.type'],
    ],
    [
      'a having value that is no number',
      payload({}, { having: { type: 'lessThan', metricTypeId: 1, value: 'many' } }),
      ['reportOption.having.value'],
    ],
  ])('%s is refused and named', (_, raw, paths) => {
    expect(issues(raw)).toEqual(paths);
  });

  test('every problem is named at once', () => {
    expect(
      issues({ dateTypeId: 0, intervalTypeId: 9, reportOption: { timezone: 'x', metricTypeIds: [0] } }),
    ).toHaveLength(4);
  });

  test('having nests 5 deep; more levels are refused by name, however many', () => {
    expect(issues(payload({}, { having: nested(4) }))).toEqual([]);
    for (const levels of [5, 20, 100])
      expect(issues(payload({}, { having: nested(levels) }))).toEqual([
        `reportOption.having${'.havingSpecs[0]'.repeat(5)}`,
      ]);
  });

  test('having takes 100 comparisons, wherever they are; the next one is refused by name', () => {
    const compares = (count: number) => Array(count).fill({ type: 'lessThan', metricTypeId: 1, value: 1 });
    const spread = (counts: number[]) => ({
      type: 'or',
      havingSpecs: counts.map((count) => ({ type: 'not', havingSpecs: compares(count) })),
    });
    expect(issues(payload({}, { having: spread([50, 50]) }))).toEqual([]);
    expect(issues(payload({}, { having: spread([50, 50, 1]) }))).toEqual([
      'reportOption.having.havingSpecs[2].havingSpecs[0]',
    ]);
    expect(issues(payload({}, { having: spread(Array(100).fill(100)) }))).toHaveLength(1);
    const inherited = { type: 'lessThan', havingSpecs: Array(100).fill({ metricTypeId: 1, value: 1 }) };
    expect(
      issues(payload({}, { having: { type: 'and', havingSpecs: [inherited, ...compares(1)] } })),
    ).toEqual(['reportOption.having.havingSpecs[1]']);
  });

  test('a filter takes 10,000 ids, and values take numbers written as text', () => {
    const includeValues = Array.from({ length: 10_000 }, (_, id) => ({ id: id + 1, name: 'any' }));
    const having = { type: 'greaterThan', havingSpecs: [{ metricTypeId: '1', value: '10' }] };
    const spec = parseReport(
      payload({ dateTypeId: '4' }, { filterOptions: [{ dimensionTypeId: 6, includeValues }], having }),
    );
    expect(spec.filters[0]?.ids).toHaveLength(10_000);
    expect(spec.having).toEqual({ type: 'and', parts: [{ type: 'greaterThan', metric: 0, value: '10' }] });
  });
});

describe('restricted combinations', () => {
  const bidding = (option: object) => payload({ dataSource: 15 }, { metricTypeIds: [173], ...option });

  test.each([
    ['a bid metric without data source 15', payload({}, { metricTypeIds: [1, 254] })],
    ['a bidding report without a bid metric', bidding({ metricTypeIds: [1] })],
    ['a bidding report without a dimension', bidding({ dimensionTypeIds: [] })],
    ['a bidding report by country', bidding({ dimensionTypeIds: [4, 19] })],
    ['a bidding report of clicks', bidding({ metricTypeIds: [173, 10001] })],
    [
      'a bidding report filtered by country',
      bidding({ filterOptions: [{ dimensionTypeId: 19, includeValues: [{ id: 'US' }] }] }),
    ],
  ])('%s is refused', (_, raw) => {
    expect(() => parseReport(raw)).toThrow(RestrictedCombinationError);
  });

  test('a bidding report takes all its dimensions and metrics, and the seat filter', () => {
    const metricTypeIds = METRICS.filter(({ bidding: allowed }) => allowed).map(({ id }) => id);
    const filterOptions = [{ dimensionTypeId: 56, includeValues: [{ id: 1 }] }];
    expect(issues(bidding({ dimensionTypeIds: [4, 5, 6, 149], metricTypeIds, filterOptions }))).toEqual([]);
  });
});

describe('dates and zones', () => {
  test.each([
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['America/Sao_Paulo', '2018-11-04', 23],
    ['America/Sao_Paulo', '2019-02-16', 25],
    ['Europe/London', '2026-03-29', 23],
    ['Europe/London', '2026-10-25', 25],
    ['Australia/Sydney', '2026-10-04', 23],
    ['Australia/Sydney', '2026-04-05', 25],
  ])('in %s the day %s has %i hours', (zone, day, hours) => {
    const { first, last } = periodOf(1, zone, new Date(`${day}T12:00:00Z`));
    expect(((last?.getTime() ?? 0) - (first?.getTime() ?? 0) + 1000) / 3_600_000).toBe(hours);
  });

  test('a date is an instant with an offset and local without; a repeated hour is included whole', () => {
    const at = (text: string, side: 'start' | 'end') =>
      parseDate(text, 'America/New_York', side)?.toISOString();
    expect(at('2026-01-01T00:00:00-05:00', 'start')).toBe('2026-01-01T05:00:00.000Z');
    expect(at('2026-01-01T00:00:00-0800', 'start')).toBe('2026-01-01T08:00:00.000Z');
    expect(at('2026-01-01T00:00:00Z', 'start')).toBe('2026-01-01T00:00:00.000Z');
    expect(at('2026-07-01T00:00:00', 'start')).toBe('2026-07-01T04:00:00.000Z');
    expect(at('2026-11-01T01:30:00', 'start')).toBe('2026-11-01T05:30:00.000Z');
    expect(at('2026-11-01T01:30:00', 'end')).toBe('2026-11-01T06:30:00.000Z');
  });
});
