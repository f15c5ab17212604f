import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardOverviewDocument } from '../../generated/graphql.ts';
import { METRIC_NAMES, type MetricName } from './metrics.ts';
import { type Days, daysOf, lengthOf, RANGES, today } from './ranges.ts';
import { variablesOf } from './variables.ts';

const route = getRouteApi('/');
/** Days of a seat are those of whoever looks: its advertisers have zones of their own. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** A short range is read again by itself; a year costs too much for that, and hardly changes. */
const LIVE_DAYS = 31;
const LIVE_MS = 60_000;
/** A new seat has its first figures soon; one that stays empty is not asked for ever. */
const FIRST_MS = 5_000;
const FIRST_READS = 30;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The overview as its address says it, and what changes that. */
export function useOverview() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const range = RANGES.find((name) => name === search.range) ?? 'LAST_7_DAYS';
  const metric = METRIC_NAMES.find((name) => name === search.metric) ?? 'SPEND';
  const isDescending = search.dir !== 'asc';
  const { from = '', to = '' } = search;
  const isOwn = DAY.test(from) && DAY.test(to) && from <= to;
  const days = isOwn ? { start: from, end: to } : daysOf(range, today(ZONE));
  const read = useRead(
    DashboardOverviewDocument,
    variablesOf({ days, metric, isDescending, timezone: ZONE }),
    {
      every: (data, reads) => {
        if (data && !data.now.asOf && reads < FIRST_READS) return FIRST_MS;
        return lengthOf(days) <= LIVE_DAYS ? LIVE_MS : false;
      },
    },
  );
  const go = (change: Partial<typeof search>) => void navigate({ to: '/', search: { ...search, ...change } });
  return {
    read,
    days,
    metric,
    isDescending,
    /** Undefined while the days were chosen one by one. */
    range: isOwn ? undefined : range,
    setRange: (name: string) => {
      const { from, to, ...others } = search;
      void navigate({ to: '/', search: { ...others, range: name } });
    },
    setDays: ({ start, end }: Days) => go({ from: start, to: end }),
    setMetric: (name: MetricName) => go({ metric: name }),
    sortBy: (name: MetricName) => go({ metric: name, dir: name === metric && isDescending ? 'asc' : 'desc' }),
  };
}
