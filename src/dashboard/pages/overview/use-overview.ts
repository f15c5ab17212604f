import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardOverviewDocument } from '../../generated/graphql.ts';
import { METRIC_NAMES, type MetricName } from './metrics.ts';
import { type Days, daysOf, lengthOf, RANGES, today, wrongWith } from './ranges.ts';
import { FIRST_ROWS, MORE_ROWS, variablesOf } from './variables.ts';

const route = getRouteApi('/');
/** Days of a seat are those of whoever looks: its advertisers have zones of their own. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
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
  const range = RANGES.find((name) => name === search.range) ?? 'LAST_7_DAYS';
  const metric = METRIC_NAMES.find((name) => name === search.metric) ?? 'SPEND';
  const isDescending = search.dir !== 'asc';
  const hasMore = search.rows === 'more';
  const { from = '', to = '' } = search;
  const isOwn = from !== '' || to !== '';
  const chosen = isOwn ? { start: from, end: to } : daysOf(range, today(ZONE));
  const wrong = wrongWith(chosen);
  // What needs attention does not depend on the range, and is shown all the same.
  const days = wrong ? daysOf(range, today(ZONE)) : chosen;
  const read = useRead(
    DashboardOverviewDocument,
    variablesOf({ days, metric, isDescending, timezone: ZONE, rows: hasMore ? MORE_ROWS : FIRST_ROWS }),
    {
      // Figures of one range under the dates of another would be wrong.
      staysFrom: ({ range }) => JSON.stringify(range) === JSON.stringify({ between: days }),
      every: (data, reads) => {
        if (data && !data.now.asOf && reads < FIRST_READS) return FIRST_MS;
        return lengthOf(days) <= LIVE_DAYS && !hasMore ? LIVE_MS : false;
      },
    },
  );
  const go = (change: Partial<typeof search>) => void navigate({ to: '/', search: { ...search, ...change } });
  return {
    read,
    days,
    /** As they stand in the address. */
    chosen,
    wrong,
    metric,
    isDescending,
    /** Undefined while the days were chosen one by one. */
    range: isOwn ? undefined : range,
    hasMore,
    setRange: (name: string) => {
      const { from, to, ...others } = search;
      void navigate({ to: '/', search: { ...others, range: name } });
    },
    setDays: ({ start, end }: Days) => go({ from: start, to: end }),
    setMetric: (name: MetricName) => go({ metric: name }),
    sortBy: (name: MetricName) => go({ metric: name, dir: name === metric && isDescending ? 'asc' : 'desc' }),
  };
}
