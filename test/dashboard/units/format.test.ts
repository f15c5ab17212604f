import '../../support/browser-language.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plain } from '../../../src/dashboard/parts/changes/plain.ts';
import {
  ago,
  changeText,
  clock,
  counted,
  day,
  lastDay,
  moment,
  money,
  number,
  rate,
  wait,
} from '../../../src/dashboard/parts/format.ts';
import { words } from '../../../src/dashboard/parts/words.ts';

const { NumberFormat } = Intl;
let made = 0;
beforeAll(() => {
  Intl.NumberFormat = new Proxy(NumberFormat, {
    construct: (Formatter, given) => {
      made += 1;
      return new Formatter(...given);
    },
  });
});
afterAll(() => {
  Intl.NumberFormat = NumberFormat;
});

it('a table of amounts makes one formatter, not one for each cell', () => {
  const shown = Array.from({ length: 500 }, (_, row) => money(row, 'EUR'));
  expect(shown[7]).toBe('€7.00');
  // None if another file of the process has shown euros.
  expect(made).toBeLessThanOrEqual(1);
  expect(money(7, 'USD')).toBe('US$7.00');
  expect(number(1234.5)).toBe('1,234.5');
});

it('an amount keeps its decimals however large it is', () => {
  expect(money('9007199254740993.07', 'USD')).toBe('US$9,007,199,254,740,993.07');
});

it('times are in the zone that they belong to, with the zone shown', () => {
  expect(moment('2026-01-01T02:00:00Z', 'America/New_York')).toMatch(/31 Dec 2025.*21:00 GMT-5/);
  expect(clock('2026-01-01T02:00:30Z', 'America/New_York')).toBe('21:00:30 GMT-5');
  expect(day('2026-01-01T02:00:00Z', 'America/New_York')).toBe('31 Dec');
  expect(ago('2026-01-01T00:00:00Z', Date.parse('2026-01-03T00:00:00Z'))).toBe('2 days ago');
});

it('the last day of what ends at midnight is the day before', () => {
  expect(lastDay('2027-01-07T05:00:00.000Z', 'America/New_York')).toBe('6 Jan 2027');
  expect(lastDay('2027-01-07T04:59:59.000Z', 'America/New_York')).toBe('6 Jan 2027');
  expect(lastDay('2027-01-07T05:00:01.000Z', 'America/New_York')).toBe('7 Jan 2027');
});

it('values without words of their own are readable', () => {
  expect(['NOT_STARTED', 'CPC_WITH_MARGIN', 'CPM_PRICE', 'VCPM', 'CTR', 'MAXCTR', 'OCPC'].map(words)).toEqual(
    [
      ...[
        'Not started',
        'CPC with margin',
        'CPM price',
        'VCPM',
        'CTR',
        'Highest click rate',
        'Optimized CPC',
      ],
    ],
  );
  // A line that is stopped says why.
  expect(words('STOP_TOTAL_BUDGET')).toBe('Budget spent');
  expect([null, '', 0, { a: 1 }].map((value) => plain(value))).toEqual(['–', '–', '0', 'a 1']);
  expect([counted(1, 'request'), counted(0, 'line')]).toEqual(['1 request', '0 lines']);
  expect(plain([{ name: 'Spain' }, { name: 'Madrid', excluded: true }])).toBe('Spain, not Madrid');
});

it('a short wait is said in seconds, a longer one in whole minutes, rounded up', () => {
  expect([1, 119, 120, 121, 1500].map(wait)).toEqual(['1 s', '119 s', '2 min', '3 min', '25 min']);
});

it('rates that differ look different: they have three digits, however small they are', () => {
  expect([0.002_21, 0.002_19, 0.123_45, 0.000_012_34, 0].map(rate)).toEqual([
    '0.221%',
    '0.219%',
    '12.3%',
    '0.00123%',
    '0.00%',
  ]);
});

it('a change that is small is told with the digits that it has', () => {
  expect(changeText(0)).toBe('No change');
  expect(changeText(28_315_647 / 28_323_871 - 1)).toBe('-0.03%');
  expect(changeText(0.00001)).toBe('About the same');
  expect(changeText(0.1234)).toBe('+12.3%');
});
