import '../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { ranked } from '../../../src/dashboard/pages/library/creatives/ranked.ts';

type Row = Parameters<typeof ranked>[0][number];

const row = (creative: string, spend: string, clicks: number, impressions = 100): Row => ({
  ad: { id: `Ad:${creative}${spend}`, creative: { id: creative } },
  delivery: {
    ...{ impressions, clicks, conversions: 0 },
    spend: { amount: spend, currency: 'USD' },
    conversionValue: { amount: '0', currency: 'USD' },
  } as Row['delivery'],
});

it('creatives are in the order of what all their ads did together', () => {
  const rows = [row('a', '5', 9), row('b', '4', 1), row('b', '3', 1), row('c', '6', 0)];
  expect(ranked(rows, 'SPEND', true)).toEqual(['b', 'c', 'a']);
  expect(ranked(rows, 'SPEND', false)).toEqual(['a', 'c', 'b']);
  expect(ranked(rows, 'CTR', true)).toEqual(['a', 'b', 'c']);
});

it('what has no rate comes last, whatever the direction, and facts without an ad belong to none', () => {
  const rows = [row('a', '1', 0, 0), row('b', '1', 5), { ...row('c', '1', 5), ad: null }];
  expect(ranked(rows, 'CTR', true)).toEqual(['b', 'a']);
  expect(ranked(rows, 'CTR', false)).toEqual(['b', 'a']);
});
