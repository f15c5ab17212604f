import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { measureOf } from '../../../../src/dashboard/pages/reports/builder/measures.ts';
import { columnsOf, shown, stepText, valueIn } from '../../../../src/dashboard/pages/reports/columns.ts';
import { inWords } from '../../../../src/dashboard/pages/reports/names.ts';
import { coursesOf } from '../../../../src/dashboard/pages/reports/result/report-course.ts';
import {
  firstSorting,
  orderOfRows,
  sortedBy,
} from '../../../../src/dashboard/pages/reports/result/row-order.ts';
import { groupsOf } from '../../../../src/dashboard/pages/reports/result/sums.ts';
import { totalsOf } from '../../../../src/dashboard/pages/reports/result/totals.ts';
import { calledOf, fileAddress, titleOf } from '../../../../src/dashboard/pages/reports/saved/saved-name.ts';
import { scheduleText, WEEK } from '../../../../src/dashboard/pages/reports/saved/schedule-text.ts';
import { shapeOf } from '../../../../src/dashboard/pages/reports/shape.ts';

import { days } from '../../../../src/dashboard/parts/format.ts';
import { METRICS } from '../../../../src/domain/reporting/report/payload/catalogue.ts';
import { MEASURES } from '../../../../src/warehouse/report-measures.ts';

const [IMPRESSIONS, CLICKS, SPEND, CTR] = [1, 10001, 10002, 10006];
const OWNERS = {
  seatCurrency: 'USD',
  advertisers: [
    { id: 1, currency: 'USD' },
    { id: 2, currency: 'JPY' },
  ],
};
const report = (option: object, more = {}) =>
  shapeOf(
    {
      ...{
        dateTypeId: 11,
        startDate: '2026-01-01T00:00:00',
        endDate: '2026-01-03T23:59:59',
        intervalTypeId: 2,
      },
      ...more,
      reportOption: { timezone: 'Asia/Tokyo', currency: 4, ...option },
    },
    '2026-02-01T00:00:00Z',
    OWNERS,
  );
const values = (shape: ReturnType<typeof report>, rows: readonly (readonly string[])[], at: number) =>
  coursesOf([groupsOf(rows.slice(0, 1), shape), groupsOf(rows.slice(1), shape)], shape, at, 'Metric')?.map(
    ({ currency, course }) => [currency, course.values],
  );

it('each metric is computed as the service does: a sum, or a sum over another', () => {
  const camel = (column: string) => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const idOf = (column: string) => METRICS.find(({ key }) => key === camel(column))?.id;
  for (const { id, key } of METRICS) {
    const { sum, over, times } = MEASURES[key];
    const ratio = over && { sum: idOf(sum), over: idOf(over), ...(times && { times }) };
    expect(measureOf(id).ratio, key).toEqual(ratio);
  }
});

it('a step has the sums of its rows and the ratios of these sums; steps without rows are 0 or have no ratio', () => {
  const shape = report({ dimensionTypeIds: [19], metricTypeIds: [IMPRESSIONS, CLICKS, CTR] });
  const rows = [
    ['2026-01-01', 'JP', 'Japan', '1000', '10', '0.01'],
    ['2026-01-01', 'US', 'United States', '10', '5', '0.5'],
    ['2026-01-03', 'US', 'United States', '0', '0', 'N/A'],
  ];
  expect(values(shape, rows, 0)).toEqual([['', [1010, 0, 0]]]);
  expect(values(shape, rows, 2)).toEqual([['', [15 / 1010, null, null]]]);
});

it('a ratio without its sums has a course only while there is one row for each step', () => {
  const shape = report({ dimensionTypeIds: [], metricTypeIds: [CTR] });
  expect(values(shape, [['2026-01-02', '0.25']], 0)).toEqual([['', [null, 0.25, null]]]);
  const several = report({ dimensionTypeIds: [19], metricTypeIds: [CTR] });
  const rows = ['JP', 'US'].map((code) => ['2026-01-01', code, code, '0.25']);
  expect(values(several, rows, 0)).toBeUndefined();
});

it('amounts of several currencies are a course each; what is no amount is one', () => {
  const shape = report({ currency: 2, dimensionTypeIds: [4], metricTypeIds: [CLICKS, SPEND] });
  const rows = [
    ['2026-01-01', '1', 'Northwind', '2', '0.10'],
    ['2026-01-01', '2', 'Hinode', '3', '1500'],
  ];
  expect(values(shape, rows, 1)).toEqual([
    ['USD', [0.1, 0, 0]],
    ['JPY', [1500, 0, 0]],
  ]);
  expect(values(shape, rows, 0)).toEqual([['', [5, 0, 0]]]);
  expect(report({ currency: 2, dimensionTypeIds: [19], metricTypeIds: [SPEND] }).currencyOf([])).toBe('');
});

it('hours are those of the report’s zone, and of today only those that had begun', () => {
  const shape = shapeOf(
    { dateTypeId: 1, intervalTypeId: 5, reportOption: { timezone: 'Asia/Tokyo', metricTypeIds: [CLICKS] } },
    '2026-01-01T17:20:00Z',
    OWNERS,
  );
  const [found] =
    coursesOf([groupsOf([['2026-01-02T01:00:00+09:00', '7']], shape)], shape, 0, 'Clicks') ?? [];
  expect(found?.course.values).toEqual([0, 7]);
  expect(found?.course.steps.map(({ label }) => label)).toEqual(['0:00', '1:00']);
});

it('metrics have their unit, IDs and names are as they are, and columns of numbers are aligned', () => {
  const shape = report({ dimensionTypeIds: [4], metricTypeIds: [SPEND, CTR] }, { intervalTypeId: 1 });
  const rows = [
    { cells: ['1234567', 'A long name', '1234567.512345', '0.0123'] },
    { cells: ['2', '', '1.25', 'N/A'] },
  ];
  const columns = columnsOf(['Advertiser Id', 'Advertiser', 'Spend', 'Click Rate'], rows, shape);
  expect(columns.map(({ isNumeric }) => isNumeric)).toEqual([true, false, true, true]);
  const texts = rows.map(({ cells }) =>
    columns.map((column, at) => shown(cells[at] ?? '', column, { currency: 'GBP' })),
  );
  expect(texts).toEqual([
    ['1234567', 'A long name', '£1,234,567.51', '1.23%'],
    ['2', 'Unknown', '£1.25', '–'],
  ]);
});

it('in the row of a country, conversions and what needs them have no value; the unknown country has no cost of them', () => {
  const [conversions, cpa, clicks] = [10003, 10009, CLICKS].map(measureOf);
  if (!conversions || !cpa || !clicks) throw new Error('The measures are missing.');
  expect([valueIn('0', conversions, 'US'), valueIn('N/A', cpa, 'US')]).toEqual([null, null]);
  expect([valueIn('1150', conversions, ''), valueIn('0.000000', cpa, '')]).toEqual([1150, null]);
  expect([valueIn('0', conversions, undefined), valueIn('0', clicks, 'US')]).toEqual([0, 0]);
});

it('rows are ordered by any column, those without a value last', () => {
  const shape = report({ dimensionTypeIds: [5], metricTypeIds: [SPEND, CTR] }, { intervalTypeId: 1 });
  const rows = [
    ['1', 'Tents 10', '20', 'N/A'],
    ['2', 'Tents 9', '100', '0.5'],
    ['3', 'Boots', '3', '0.25'],
  ];
  const columns = columnsOf(
    ['Campaign ID', 'Campaign', 'Spend', 'Click Rate'],
    rows.map((cells) => ({ cells })),
    shape,
  );
  expect(columns.map(({ isId, type }) => [isId, type])).toEqual([
    [true, undefined],
    [false, 'Campaign'],
    [false, undefined],
    [false, undefined],
  ]);
  const by = (at: number, descending: boolean) => {
    const column = columns[at];
    if (!column) throw new Error('No such column.');
    const order = orderOfRows({ count: 3, cellsAt: (index) => rows[index] ?? [] }, column, descending, shape);
    return order.map((index) => rows[index]?.[0]).join('');
  };
  expect([by(1, false), by(1, true)]).toEqual(['321', '123']);
  expect([by(2, true), by(3, true), by(3, false)]).toEqual(['213', '231', '321']);
  const [, name, spend] = columns;
  if (!name || !spend) throw new Error('Columns are missing.');
  expect(sortedBy(undefined, spend)).toEqual({ at: 2, descending: true });
  expect(sortedBy(undefined, name)).toEqual({ at: 1, descending: false });
  expect(sortedBy({ at: 2, descending: true }, spend)).toEqual({ at: 2, descending: false });
});

it('a report and its file have the name under which it is saved, with its days', () => {
  const payload = { dateTypeId: 4, intervalTypeId: 2, reportOption: { metricTypeIds: [1] } };
  const saved = [
    {
      name: 'Weekly spend',
      report: { reportOption: { metricTypeIds: [1] }, intervalTypeId: 2, dateTypeId: 4 },
    },
  ];
  const range = { start: '2026-11-20', end: '2026-11-26' };
  const title = titleOf(payload, range, saved);
  expect(title).toMatch(/^Weekly spend, 20\s?.\s?26 Nov 2026$/);
  expect(titleOf({ ...payload, intervalTypeId: 1 }, range, saved)).toBe('Last 7 days, total');
  const address = new URL(fileAddress('https://a.example/x?expires=1', calledOf(payload, saved).name, range));
  expect(address.searchParams.get('expires')).toBe('1');
  expect(address.searchParams.get('name')).toBe('Weekly spend 2026-11-20 to 2026-11-26');
});

it('a schedule is said in words', () => {
  const at = { hour: 8, timezone: 'Europe/Paris', weekday: 'MONDAY' } as const;
  expect(scheduleText({ schedule: 'WEEKLY', ...at })).toBe('Mondays at 8:00, Europe/Paris');
  expect(scheduleText({ schedule: 'DAILY', ...at, weekday: null })).toBe('Daily at 8:00, Europe/Paris');
  const without = { hour: null, timezone: null, weekday: null };
  expect(scheduleText({ schedule: 'WEEKLY', ...without })).toBe('Weekly, once Sunday is complete');
  expect(scheduleText({ schedule: 'NEVER', ...without })).toBe('–');
});

it('a week begins with Monday, whatever the order of the schema', () => {
  expect(WEEK.map((day) => day.slice(0, 2)).join(' ')).toBe('MO TU WE TH FR SA SU');
});

it('what is not over time begins with the largest, unless the report has an order of its own', () => {
  const option = { dimensionTypeIds: [19], metricTypeIds: [IMPRESSIONS] };
  const total = { intervalTypeId: 1 };
  expect(firstSorting(report(option, total))).toEqual({ at: 2, descending: true });
  expect(firstSorting(report(option))).toBeUndefined();
  const limitSpec = { limit: 5, columns: [{ metricTypeId: 1, direction: 'DESCENDING' }] };
  expect(firstSorting(report(option, { ...total, limitSpec }))).toBeUndefined();
});

it('a ratio of all rows follows from its divisor, where each row has both', () => {
  const ROAS = 10005;
  const shape = report({ dimensionTypeIds: [4], metricTypeIds: [SPEND, ROAS] }, { intervalTypeId: 1 });
  const total = (rows: readonly (readonly string[])[]) =>
    totalsOf([groupsOf(rows, shape)], shape, inWords({ dimensions: [], metrics: METRICS }).metrics).map(
      ({ figures, reason }) => [figures, reason],
    );
  const rows = [
    ['1', 'Shop', '10', '2.5'],
    ['2', 'Mise', '30', '0.5'],
  ];
  expect(total(rows)).toEqual([
    [['US$40.00'], undefined],
    [['1.00'], undefined],
  ]);
  // What a row without spend brought is not known.
  const reason = 'Add conversion value to the report for its total.';
  expect(total([...rows, ['3', 'Late', '0', 'N/A']])[1]).toEqual([['–'], reason]);
});

it('times are written as dates are everywhere; a step that the range cuts has its own days', () => {
  const range = { from: '2026-11-21', to: '2026-11-22' };
  expect(stepText('2026-11-21', 'DAY')).toBe('21 Nov 2026');
  expect(stepText('2026-11-16', 'WEEK', { from: '2026-11-16', to: '2026-11-22' })).toBe(
    days('2026-11-16', '2026-11-22'),
  );
  expect(stepText('2026-11-16', 'WEEK', range)).toBe(days('2026-11-21', '2026-11-22'));
  expect(stepText('2026-11-01', 'MONTH', { from: '2026-11-01', to: '2026-11-30' })).toBe('November 2026');
  expect(stepText('2026-11-01', 'MONTH', range)).toBe(days('2026-11-21', '2026-11-22'));
  expect(stepText('2026-11-21T09:00:00+09:00', 'HOUR')).toBe('21 Nov 2026, 09:00');
});
