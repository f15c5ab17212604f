import { useNavigate, useSearch } from '@tanstack/react-router';
import { COMPARISONS, type Comparison } from '../../parts/period/comparison.ts';
import { type Days, lengthOf } from '../../parts/period/days.ts';
import { type PeriodSearch, periodOf } from '../../parts/period/period.ts';
import { usePageZone } from '../../parts/period/zone.ts';
import { ALL_METRICS, type MetricName } from './metrics.ts';

/** What the address says about figures over time. */
export interface DeliverySearch extends PeriodSearch {
  readonly compare?: string | undefined;
  readonly metric?: string | undefined;
}

/** A day has another course than the day before where one of them is a Sunday. */
const usualComparison = (days: Days): Comparison => (lengthOf(days) === 1 ? 'weekdays' : 'previous');

/** The days, the comparison and the metric of a page as its address says them, and what changes that. */
export function usePeriod() {
  const search: DeliverySearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const zone = usePageZone();
  const period = periodOf(search, zone);
  const metric = ALL_METRICS.find((name) => name === search.metric) ?? 'SPEND';
  const comparison = COMPARISONS.find((name) => name === search.compare) ?? usualComparison(period.days);
  const go = (change: DeliverySearch) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...change }), resetScroll: false });
  return {
    zone,
    period,
    metric,
    comparison,
    setRange: (range: string) => go({ range, from: undefined, to: undefined }),
    setDays: ({ start, end }: Days) => go({ range: undefined, from: start, to: end }),
    setMetric: (metric: MetricName) => go({ metric }),
    setComparison: (compare: string) => go({ compare }),
  };
}
