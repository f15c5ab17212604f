import type {
  DashboardReportsQuery,
  DashboardSavedReportFragment as Saved,
} from '../../../generated/graphql.ts';
import { canonical } from './saved-name.ts';

type Made = DashboardReportsQuery['reports']['nodes'][number];
export type Run = NonNullable<Saved['lastReport']> & { readonly isByHand: boolean };
type Source = Pick<Saved, 'lastReport' | 'report'>;

/** The reports of what is saved, newest first: the last of its schedule, and those that are listed. */
export function runsOf({ lastReport, report }: Source, listed: readonly Made[]): readonly Run[] {
  const wanted = canonical(report);
  const own = listed
    .filter(
      ({ customerReportId, requestPayload }) =>
        customerReportId !== lastReport?.customerReportId && canonical(requestPayload) === wanted,
    )
    .map((each) => ({ ...each, isByHand: true }));
  const all = lastReport ? [{ ...lastReport, isByHand: false }, ...own] : own;
  return all.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** The newest of them. */
export const newestRun = (saved: Source, listed: readonly Made[]): Run | undefined =>
  runsOf(saved, listed)[0];
