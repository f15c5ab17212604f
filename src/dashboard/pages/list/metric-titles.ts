import type { MetricName } from '../../parts/figures/metrics.ts';
import { words } from '../../parts/words.ts';

/** The name of a figure, as in reports. */
export const titleOf = (metric: MetricName): string => (metric === 'CTR' ? 'Click rate' : words(metric));
