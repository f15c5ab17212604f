import { words } from '../../parts/words.ts';

/** The figures that every table and every row of tiles begins with. */
export const METRIC_NAMES = ['SPEND', 'IMPRESSIONS', 'CLICKS', 'CONVERSIONS', 'CTR'] as const;

/** The figures of tiles and plots; those after the first are shown once they are asked for. */
export const ALL_METRICS = [
  ...METRIC_NAMES,
  ...(['CPM', 'CPC', 'CPA', 'CONVERSION_VALUE', 'RETURN_ON_AD_SPEND'] as const),
] as const;
export type MetricName = (typeof ALL_METRICS)[number];

const TITLES: Readonly<Partial<Record<MetricName, string>>> = {
  CTR: 'Click rate',
  RETURN_ON_AD_SPEND: 'ROAS',
};

/** As reports name it. */
export const titleOf = (metric: MetricName): string => TITLES[metric] ?? words(metric);
