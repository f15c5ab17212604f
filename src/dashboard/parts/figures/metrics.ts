import { money, number, percent, rate } from '../format.ts';

/** The sums that every figure of delivery is made of; amounts in one currency. */
export interface Sums {
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
  readonly spend: number;
  readonly conversionValue: number;
}
export type Sum = keyof Sums;

/** How a figure is written: an amount, a number of things, a share, or a multiple. */
export type Kind = 'money' | 'count' | 'percent' | 'factor';

interface Metric {
  readonly kind: Kind;
  readonly sum: Sum;
  /** A ratio is a sum over another, never the sum or average of ratios. */
  readonly over?: Sum;
  readonly times?: number;
}

/** The figures of delivery by the names that the service orders them by. */
export const METRICS = {
  SPEND: { kind: 'money', sum: 'spend' },
  IMPRESSIONS: { kind: 'count', sum: 'impressions' },
  CLICKS: { kind: 'count', sum: 'clicks' },
  CONVERSIONS: { kind: 'count', sum: 'conversions' },
  CONVERSION_VALUE: { kind: 'money', sum: 'conversionValue' },
  CTR: { kind: 'percent', sum: 'clicks', over: 'impressions' },
  CPM: { kind: 'money', sum: 'spend', over: 'impressions', times: 1000 },
  CPC: { kind: 'money', sum: 'spend', over: 'clicks' },
  CPA: { kind: 'money', sum: 'spend', over: 'conversions' },
  RETURN_ON_AD_SPEND: {
    kind: 'factor',
    sum: 'conversionValue',
    over: 'spend',
  },
} as const satisfies Record<string, Metric>;
export type MetricName = keyof typeof METRICS;

/** A price: less is better. */
export const isPrice = (name: MetricName): boolean =>
  METRICS[name].kind === 'money' && 'over' in METRICS[name];

export const NO_SUMS: Sums = { impressions: 0, clicks: 0, conversions: 0, spend: 0, conversionValue: 0 };

/** Six places, as the service stores amounts: floating point adds digits that the summands do not have. */
const exact = (value: number): number => Number(value.toFixed(6));

export function addSums(all: readonly Sums[]): Sums {
  const total = { ...NO_SUMS };
  for (const sums of all) for (const name of Object.keys(total) as Sum[]) total[name] += sums[name];
  return { ...total, spend: exact(total.spend), conversionValue: exact(total.conversionValue) };
}

/** A ratio of sums; null without a denominator. */
export const ratioOf = (sum: number, over: number, times = 1): number | null =>
  over === 0 ? null : (sum / over) * times;

/** The figure that sums have; null where it has none. */
export function figureOf(name: MetricName, sums: Sums): number | null {
  const { sum, over, times }: Metric = METRICS[name];
  return over ? ratioOf(sums[sum], sums[over], times) : sums[sum];
}

/** What the service answers as a delivery, of which a page may ask a part. */
interface Answered {
  readonly impressions?: number;
  readonly clicks?: number;
  readonly conversions?: number;
  readonly spend?: { readonly amount: string };
  readonly conversionValue?: { readonly amount: string };
}
export const sumsOf = ({ impressions, clicks, conversions, spend, conversionValue }: Answered): Sums => ({
  impressions: impressions ?? 0,
  clicks: clicks ?? 0,
  conversions: conversions ?? 0,
  spend: Number(spend?.amount ?? 0),
  conversionValue: Number(conversionValue?.amount ?? 0),
});

const NONE = '–';
/** Small amounts are told apart by their cents. */
const MIN_WHOLE = 1000;

/** As it stands in a tile or a column: large amounts without cents. */
export function brief(value: number | null, kind: Kind, currency: string): string {
  if (value === null) return NONE;
  if (kind === 'money' && Math.abs(value) >= MIN_WHOLE)
    return money(value, currency, { maximumFractionDigits: 0 });
  return full(value, kind, currency);
}

/** With all digits that tell figures apart. */
export function full(value: number | null, kind: Kind, currency: string): string {
  if (value === null) return NONE;
  switch (kind) {
    case 'money':
      return money(value, currency);
    case 'count':
      return number(value);
    case 'percent':
      return rate(value);
    case 'factor':
      return number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  }
}

/** The labels of an axis, with as many digits as their distance needs. */
export function axisLabels(splits: readonly number[], kind: Kind, currency: string): readonly string[] {
  const step = Math.abs((splits[1] ?? 1) - (splits[0] ?? 0)) * (kind === 'percent' ? 100 : 1) || 1;
  const digits = Math.min(6, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return splits.map((value) => {
    if (kind === 'percent') return percent(value, digits);
    return kind === 'money' ? money(value, currency, places) : number(value, places);
  });
}

/** What an axis measures. */
export const unitName = (kind: Kind, currency: string): string =>
  ({ money: currency, count: 'Count', percent: '%', factor: 'Ratio' })[kind];

/** The word for the unit of a figure in the page. */
export const unitOf = (kind: Kind, currency: string): string =>
  ({ money: currency, count: 'count', percent: 'ratio', factor: 'ratio' })[kind];
