import type { Read } from '../../api/use-read.ts';
import type { DashboardListTotalsFragment } from '../../generated/graphql.ts';
import { usePageRange } from '../../parts/figures/page-range.ts';
import { useDataRange } from '../../parts/period/data-range.ts';
import type { ListView } from './resource.ts';
import type { List } from './use-list.ts';

interface Asked {
  readonly range: unknown;
  readonly timezone: unknown;
  readonly currency?: unknown;
}

/** Rows of one range may not stand under the dates of another. */
export const sameFigures =
  (list: { readonly variables: Asked }) =>
  (asked: Asked): boolean =>
    JSON.stringify([asked.range, asked.timezone, asked.currency]) ===
    JSON.stringify([list.variables.range, list.variables.timezone, list.variables.currency]);

/** What the cells of a list are about, with what was read; `main` says it, too. */
export function useListView(list: List, { result }: Read<DashboardListTotalsFragment>): ListView {
  const { view, zone, period } = list;
  const { whole } = result.data ?? {};
  const begin = useDataRange(zone)?.firstDay;
  const { compared, wrong, days } = period;
  // From before the data begin there is less than a comparison would say.
  const hasAll = compared && begin !== undefined && begin <= compared.start;
  usePageRange({
    days: wrong ? undefined : days,
    timeZone: zone,
    currency: whole?.totals.spend.currency,
  });
  return { ...view, compared: hasAll ? compared : undefined, whole: whole?.totals };
}
