import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import {
  columnsOf,
  leastWidth,
  type ReportColumn,
  takesRest,
} from '../../../../src/dashboard/pages/reports/columns.ts';
import { largestIn } from '../../../../src/dashboard/pages/reports/result/largest.ts';
import { shapeOf } from '../../../../src/dashboard/pages/reports/shape.ts';

const [CLICKS, SPEND, CTR] = [10001, 10002, 10006];
const OWNERS = {
  seatCurrency: 'USD',
  advertisers: [
    { id: 1, currency: 'USD' },
    { id: 2, currency: 'JPY' },
  ],
};
const OWN_CURRENCY = 0;
const shape = shapeOf(
  {
    ...{ dateTypeId: 2, intervalTypeId: 1 },
    reportOption: {
      ...{ timezone: 'Etc/GMT', currency: OWN_CURRENCY },
      ...{ dimensionTypeIds: [4, 6], metricTypeIds: [CLICKS, SPEND, CTR] },
    },
  },
  '2026-02-01T00:00:00Z',
  OWNERS,
);
const NAMES = ['Advertiser ID', 'Advertiser', 'Line ID', 'Line', 'Clicks', 'Spend', 'CTR'];
const ROWS = [
  ['1', 'Shop', '11', 'Spring', '5', '10.5', '0.1'],
  ['2', 'Mise', '21', 'Haru', '90', '90000', '0.02'],
  ['1', 'Shop', '12', '', '7', '4', ''],
];
const columns = columnsOf(
  NAMES,
  ROWS.map((cells) => ({ cells })),
  shape,
);
const rows = { count: ROWS.length, cellsAt: (index: number) => ROWS[index] ?? [] };
const largest = (name: string) => {
  const column = columns.find((each) => each.name === name);
  if (!column?.measure) throw new Error(name);
  return largestIn(rows, columns, { ...column, measure: column.measure }, shape);
};

it('amounts are compared within a currency, the one of most rows first, and what is counted across all', () => {
  const spend = largest('Spend');
  expect(spend.map(({ currency, count, bars }) => [currency, count, bars.map(({ cell }) => cell)])).toEqual([
    ['USD', 2, ['10.5', '4']],
    ['JPY', 1, ['90000']],
  ]);
  const [clicks] = largest('Clicks');
  expect(clicks?.bars.map(({ value, share }) => [value, share])).toEqual([
    [90, 1],
    [7, 7 / 90],
    [5, 5 / 90],
  ]);
});

it('a bar is named and linked by what its row is about; rows without the figure have none', () => {
  const [rates] = largest('CTR');
  expect(rates?.bars).toHaveLength(2);
  expect(rates?.bars[0]).toMatchObject({
    names: ['Shop', 'Spring'],
    page: { type: 'Line', id: '11' },
    scope: { node: 'Line:11' },
  });
  expect(largest('Clicks')[0]?.bars[1]?.names).toEqual(['Shop', 'Unknown']);
});

it('long names share the room that figures leave, so that a report of many columns fits 1,280 pixels', () => {
  const long = 'A name of a line that is as long as names of lines are'.slice(0, 50);
  const many = columnsOf(
    NAMES,
    [{ cells: ['1', long, '11', long, '1234567', '1234567.123456', '0.1'] }],
    shape,
  );
  const shown = many.filter(({ isId }: ReportColumn) => !isId);
  expect(shown.map(takesRest)).toEqual([true, true, false, false, false]);
  // In characters of 8 pixels.
  expect(leastWidth(shown) * 8).toBeLessThan(900);
});
