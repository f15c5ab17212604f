import { words } from '../../parts/words.ts';

/** The figures of tiles and plots. */
export const METRIC_NAMES = ['SPEND', 'IMPRESSIONS', 'CLICKS', 'CONVERSIONS', 'CTR'] as const;
export type MetricName = (typeof METRIC_NAMES)[number];

/** As reports name it. */
export const titleOf = (metric: MetricName): string => (metric === 'CTR' ? 'Click rate' : words(metric));
