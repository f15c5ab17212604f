import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardDataBeginDocument, DashboardOverviewDocument } from '../../generated/graphql.ts';
import { usePageRange } from '../../parts/figures/page-range.ts';
import { COMPARISONS, type Comparison, comparedDays } from '../../parts/period/comparison.ts';
import { type Days, daysOf, lengthOf, RANGES, today, wrongWith } from '../../parts/period/days.ts';
import { usePageZone } from '../../parts/period/zone.ts';
import { METRIC_NAMES, type MetricName } from './metrics.ts';
import { FIRST_ROWS, moreRows, variablesOf } from './variables.ts';

const route = getRouteApi('/');
/** A short range is read again by itself; a year or many rows cost too much for that, and hardly change. */
const LIVE_DAYS = 31;
const LIVE_MS = 60_000;
/** A new seat has its first figures soon; one that stays empty is not asked for ever. */
const FIRST_MS = 5_000;
const FIRST_READS = 30;

/** The overview as its address says it, and what changes that. */
export function useOverview() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const zone = usePageZone();
  const range = RANGES.find((name) => name === search.range) ?? 'LAST_7_DAYS';
  const metric = METRIC_NAMES.find((name) => name === search.metric) ?? 'SPEND';
  const comparison = COMPARISONS.find((name) => name === search.compare) ?? 'previous';
  const isDescending = search.dir !== 'asc';
  const hasMore = search.rows === 'more';
  const { from = '', to = '' } = search;
  const isOwn = from !== '' || to !== '';
  const currentDay = today(zone);
  const chosen = isOwn ? { start: from, end: to } : daysOf(range, currentDay);
  const wrong = wrongWith(chosen);
  // What needs attention does not depend on the range, and is shown all the same.
  const days = wrong ? daysOf(range, currentDay) : chosen;
  const read = useRead(
    DashboardOverviewDocument,
    variablesOf({
      ...{ days, comparison, metric, isDescending },
      ...{ today: currentDay, timezone: zone, rows: hasMore ? moreRows(days) : FIRST_ROWS },
    }),
    {
      // Figures of one range under the dates of another would be wrong.
      staysFrom: (asked) =>
        JSON.stringify([asked.range, asked.timezone]) === JSON.stringify([{ between: days }, zone]) &&
        JSON.stringify(asked.before) === JSON.stringify({ between: comparedDays(days, comparison) ?? days }),
      every: (data, reads) => {
        if (data && !data.now.asOf && reads < FIRST_READS) return FIRST_MS;
        return lengthOf(days) <= LIVE_DAYS && !hasMore ? LIVE_MS : false;
      },
    },
  );
  const currency = read.result.data?.now.totals.spend.currency;
  usePageRange({ days: wrong ? undefined : days, timeZone: zone, currency });
  const go = (change: Partial<typeof search>) => void navigate({ to: '/', search: { ...search, ...change } });
  return {
    read,
    zone,
    days,
    /** As they stand in the address. */
    chosen,
    wrong,
    metric,
    comparison,
    isDescending,
    /** Undefined while the days were chosen one by one. */
    range: isOwn ? undefined : range,
    hasMore,
    dataBegin: useDataBegin(zone, days, comparison, read.result.data),
    setRange: (name: string) => {
      const { from, to, ...others } = search;
      void navigate({ to: '/', search: { ...others, range: name } });
    },
    setDays: ({ start, end }: Days) => go({ from: start, to: end }),
    setMetric: (name: MetricName) => go({ metric: name }),
    setComparison: (name: string) => go({ compare: name }),
    sortBy: (name: MetricName) => go({ metric: name, dir: name === metric && isDescending ? 'asc' : 'desc' }),
  };
}

/** The first day of the seat's data, where the compared range may begin before it: undefined where it does not. */
function useDataBegin(
  timezone: string,
  days: Days,
  comparison: Comparison,
  data: { readonly before?: { readonly nodes: readonly { readonly start?: string | null }[] } } | undefined,
): string | undefined {
  const compared = comparedDays(days, comparison);
  const first = data?.before?.nodes[0]?.start;
  const firstDay = first ? today(timezone, Date.parse(first)) : undefined;
  const mayLack = data !== undefined && compared !== undefined && firstDay !== compared.start;
  const { result } = useRead(DashboardDataBeginDocument, { timezone }, { enabled: mayLack });
  const start = result.data?.delivery.nodes[0]?.start;
  const begin = start ? today(timezone, Date.parse(start)) : undefined;
  if (!mayLack) return undefined;
  // Until the answer is there nothing is compared.
  return begin === undefined || begin > compared.start ? (begin ?? '') : undefined;
}
