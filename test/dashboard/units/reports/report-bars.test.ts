import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { columnsOf } from '../../../../src/dashboard/pages/reports/columns.ts';
import { layoutOf } from '../../../../src/dashboard/pages/reports/result/column-layout.ts';
import { largestOf, shareIn } from '../../../../src/dashboard/pages/reports/result/shares.ts';
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
const sharesOf = (name: string) => {
  const column = columns.find((each) => each.name === name);
  if (!column) throw new Error(name);
  const largest = largestOf(rows, column, shape);
  return ROWS.map((cells) => shareIn(largest, cells, column, shape));
};

it('amounts are compared within a currency, what is counted across all; rows without the figure have no bar', () => {
  expect(sharesOf('Spend')).toEqual([1, 1, 4 / 10.5]);
  expect(sharesOf('Clicks')).toEqual([5 / 90, 1, 7 / 90]);
  expect(sharesOf('CTR')).toEqual([1, 0.02 / 0.1, undefined]);
});

it('names have a row of text where there is room, else two, and figures are never cut', () => {
  const long = 'A name of a line that is as long as names of lines are';
  const many = columnsOf(
    NAMES,
    [{ cells: ['1', 'Shop', '11', long, '1234567', '1234567.12', '0.1'] }],
    shape,
  ).filter(({ isId }) => !isId);
  const sum = (widths: readonly number[]) => Math.round(widths.reduce((all, each) => all + each, 0));
  const wide = layoutOf(many, 1200);
  expect([sum(wide.widths), wide.isTall]).toEqual([1200, false]);
  const narrow = layoutOf(many, 700);
  expect([sum(narrow.widths), narrow.isTall]).toEqual([700, true]);
  expect(narrow.widths.slice(2)).toEqual(many.slice(2).map(({ width }, at) => width + (at === 2 ? 8 : 0)));
  // Beyond, the table scrolls sideways.
  expect(sum(layoutOf(many, 100).widths)).toBeGreaterThan(400);
  const totals = [
    { figures: ['1'] },
    { figures: ['A total that is wider than its figures'] },
    { figures: [] },
  ];
  expect(layoutOf(many, 100, totals).widths[3]).toBeGreaterThan(250);
});
