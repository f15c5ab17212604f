import { expect, it } from 'vitest';
import { csvOf } from '../../../../src/dashboard/parts/csv.ts';

it('texts with commas, quotes and breaks stay one cell, and none is calculated by a spreadsheet', () => {
  const rows = [
    { ID: 1, Line: 'Boots, "warm"', Spend: 12.345678, Bid: null },
    { ID: 2, Line: '=HYPERLINK("x")', Spend: -0.5, Bid: '1.20' },
    { ID: 3, Line: 'two\nlines', Spend: 0, Bid: undefined },
  ];
  expect(csvOf(rows)).toBe(
    [
      'ID,Line,Spend,Bid',
      '1,"Boots, ""warm""",12.345678,',
      `2,"'=HYPERLINK(""x"")",-0.5,1.20`,
      '3,"two\nlines",0,',
      '',
    ].join('\r\n'),
  );
});
