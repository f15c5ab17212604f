import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DashboardOverviewDocument } from '../../generated/graphql.ts';
import { usePageRange } from '../../parts/figures/page-range.ts';
import { comparedDays } from '../../parts/period/comparison.ts';
import { lengthOf, today } from '../../parts/period/days.ts';
import { seatCourse } from '../delivery/course-data.ts';
import { useDataBegin } from '../delivery/data-begin.ts';
import type { MetricName } from '../delivery/metrics.ts';
import { usePeriod } from '../delivery/use-period.ts';
import { sameCourse } from '../delivery/variables.ts';
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
  const { zone, period, metric, comparison, ...state } = usePeriod();
  const { days, wrong } = period;
  const isDescending = search.dir !== 'asc';
  const hasMore = search.rows === 'more';
  const currentDay = today(zone);
  const variables = variablesOf({
    ...{ days, comparison, metric, isDescending },
    ...{ today: currentDay, timezone: zone, rows: hasMore ? moreRows(days) : FIRST_ROWS },
  });
  const read = useRead(DashboardOverviewDocument, variables, {
    // Figures of one range under the dates of another would be wrong.
    staysFrom: (asked) => sameCourse(asked, variables),
    every: (data, reads) => {
      if (data && !data.now.asOf && reads < FIRST_READS) return FIRST_MS;
      return lengthOf(days) <= LIVE_DAYS && !hasMore ? LIVE_MS : false;
    },
  });
  const { data } = read.result;
  const course = useMemo(() => data && seatCourse(data), [data]);
  usePageRange({ days: wrong ? undefined : days, timeZone: zone, currency: course?.currency });
  const go = (change: Partial<typeof search>) => void navigate({ to: '/', search: { ...search, ...change } });
  return {
    ...state,
    read,
    course,
    zone,
    period,
    metric,
    comparison,
    isDescending,
    hasMore,
    dataBegin: useDataBegin(zone, comparedDays(days, comparison)?.start, course),
    sortBy: (name: MetricName) => go({ metric: name, dir: name === metric && isDescending ? 'asc' : 'desc' }),
  };
}
