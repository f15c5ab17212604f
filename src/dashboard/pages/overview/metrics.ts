import type { DashboardCourseFragment } from '../../generated/graphql.ts';
import { sumsOf } from '../../parts/figures/metrics.ts';
import type { Point } from '../../parts/figures/until.ts';
import { words } from '../../parts/words.ts';

/** The figures of the overview. */
export const METRIC_NAMES = ['SPEND', 'IMPRESSIONS', 'CLICKS', 'CONVERSIONS', 'CTR'] as const;
export type MetricName = (typeof METRIC_NAMES)[number];

/** As reports name it. */
export const titleOf = (metric: MetricName): string => (metric === 'CTR' ? 'Click rate' : words(metric));

export const pointsOf = (table: Pick<DashboardCourseFragment, 'nodes'> | undefined): readonly Point[] =>
  (table?.nodes ?? []).flatMap(({ start, delivery }) => (start ? [{ start, sums: sumsOf(delivery) }] : []));
