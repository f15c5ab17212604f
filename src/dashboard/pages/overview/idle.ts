import type { DashboardIdleFragment } from '../../generated/graphql.ts';

type Facts = Omit<DashboardIdleFragment, 'id' | 'databaseId' | 'name' | 'schedules'>;
type IdleLine = Facts & { readonly schedules: readonly DashboardIdleFragment['schedules'][number][] };

const DAY_MS = 86_400_000;

/** In flight for a day at least, with budget left, and spent nothing in the last seven. */
export function isIdle(line: IdleLine, now = Date.now()): boolean {
  const { deliveryStatus, createdAt, schedules, pacing, lastWeek } = line;
  if (deliveryStatus !== 'ACTIVE' || pacing?.status === 'SPENT') return false;
  if (Number(lastWeek.spend.amount) > 0) return false;
  const running = schedules.find(
    ({ startDateStr, endDateStr }) => Date.parse(startDateStr) <= now && now < Date.parse(endDateStr),
  );
  return now - Date.parse(running?.startDateStr ?? createdAt) >= DAY_MS;
}
