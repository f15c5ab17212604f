import type {
  DashboardReportsQuery,
  DashboardSavedReportFragment as Saved,
} from '../../../generated/graphql.ts';
import { canonical } from './saved-name.ts';

type Made = DashboardReportsQuery['reports']['nodes'][number];
export type Run = NonNullable<Saved['lastReport']> & { readonly isByHand: boolean };

/** The newest report of what is saved: of its schedule, or of whoever ran it, among those that are listed. */
export function newestRun(
  { lastReport, report }: Pick<Saved, 'lastReport' | 'report'>,
  listed: readonly Made[],
): Run | undefined {
  const wanted = canonical(report);
  const own = listed.find(({ requestPayload }) => canonical(requestPayload) === wanted);
  if (lastReport && (!own || own.createdAt <= lastReport.createdAt))
    return { ...lastReport, isByHand: false };
  return own && { ...own, isByHand: true };
}
