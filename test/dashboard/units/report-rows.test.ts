import { expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { language: 'en-GB' });
const { metricsOf } = await import('../../../src/dashboard/pages/reports/choices.ts');
const { columnsOf, shown } = await import('../../../src/dashboard/pages/reports/columns.ts');
const { courseOf, sumsByTime } = await import('../../../src/dashboard/pages/reports/sums.ts');
// Other files run in this process too.
vi.unstubAllGlobals();

const day = (text: string) => Date.parse(text) / 1000;

it('the plot of a report sums the rows of all pages by time, each metric for itself', () => {
  const pages = [
    [
      ['2026-01-02', 'b', '2', '10'],
      ['2026-01-01', 'a', '1', '20'],
    ],
    [
      ['2026-01-01', 'b', '3', ''],
      ['Total', '', '9', '9'],
    ],
  ].map((rows) => sumsByTime(rows, 2));
  expect([...courseOf(pages, 0)]).toEqual([
    [day('2026-01-01'), 4],
    [day('2026-01-02'), 2],
  ]);
  expect([...courseOf(pages, 1).values()]).toEqual([20, 10]);
});

it('a report about the whole range has metrics, and none to plot', () => {
  const reportOption = { metricTypeIds: [1, 10001] };
  expect(metricsOf({ intervalTypeId: 2, reportOption })).toEqual({ metricCount: 2, isCourse: true });
  expect(metricsOf({ intervalTypeId: 1, reportOption })).toEqual({ metricCount: 2, isCourse: false });
});

it('metrics are written by the language, IDs as they are, and columns of numbers are aligned', () => {
  const rows = [{ cells: ['1234567', 'A long name', '1234567.5'] }, { cells: ['2', '7', '1.25'] }];
  const columns = columnsOf(['Advertiser ID', 'Advertiser', 'Spend'], rows, 1);
  expect(columns.map(({ isNumeric }) => isNumeric)).toEqual([true, false, true]);
  expect(columns.map((column, at) => shown(rows[0]?.cells[at] ?? '', column))).toEqual([
    '1234567',
    'A long name',
    '1,234,567.50',
  ]);
});
