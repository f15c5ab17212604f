import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Days } from '../../parts/period/days.ts';
import { periodOf } from '../../parts/period/period.ts';
import { usePageZone } from '../../parts/period/zone.ts';
import type { Sorting } from '../../parts/table.tsx';
import { useViewer } from '../../shell/viewer.ts';
import { OWN_CURRENCY } from '../delivery/currency.ts';
import { conditionsIn } from './conditions.ts';
import { beginsDown, columnNames, columnsIn, filterOf, orderOf, pageOf, scopeIn } from './list-state.ts';
import type { ListView, Resource } from './resource.ts';
import { type ListSearch, periodIn } from './search.ts';

type Change = { [name in keyof ListSearch]: string | undefined };

/**
 * A list as its address says it, and what changes that. The page of one thing narrows the list of its parts down with
 * `within`, whatever the address says.
 */
export function useList<Item, Field extends string, Filter extends object>(
  resource: Resource<Item, Field, Filter>,
  within: ListSearch = {},
) {
  const address: ListSearch = useSearch({ strict: false });
  const search: ListSearch = { ...address, ...within };
  const navigate = useNavigate();
  const zone = usePageZone();
  const { seat } = useViewer();
  const isOwnCurrency = search.currency === OWN_CURRENCY;
  const currency = isOwnCurrency ? null : seat.currency;
  const period = periodOf(search, zone);
  const { days } = period;
  const shown = { days, timezone: zone, currency };
  const { by, descending, orderBy } = orderOf(resource.columns, search, shown);
  const scoped = scopeIn(resource.scopes, search);
  const { filter, isFiltered } = filterOf(resource, search, shown);
  const range = { between: days };
  const compared = period.compared ?? days;
  const columns = columnsIn(resource.columns, search.columns);
  const shows = (key: string) => columns.some((column) => column.key === key);
  const view: ListView = {
    ...{ days, compared: period.compared, whole: undefined, stopped: undefined, isOwnCurrency },
    period: periodIn(search),
  };
  const go = (change: Change, replace = false) => {
    const { after, before, ...kept } = address;
    const given = Object.entries({ ...kept, ...change }).map(([name, value]) => [name, value || undefined]);
    void navigate({ to: '.', search: Object.fromEntries(given), replace });
  };
  const sorting: Sorting = {
    by,
    descending,
    onSort: (to) => {
      const sort = resource.columns.find(({ key }) => key === to)?.sort;
      const isDown = to === by ? !descending : beginsDown(sort);
      go({ sort: to, dir: isDown ? 'desc' : 'asc' });
    },
  };
  return {
    search,
    /** It stands on the page of what its rows belong to. */
    isPart: Object.keys(within).length > 0,
    /** Where the page of one thing narrows the list down, that is not shown as a filter. */
    scope: scoped && !(scoped.scope.param in within) ? scoped : undefined,
    node: scoped && `${scoped.scope.node}:${scoped.id}`,
    zone,
    currency: seat.currency,
    /** Null where amounts are in that of each advertiser. */
    shownCurrency: currency,
    conditions: conditionsIn(resource.compared, search.where),
    period,
    view,
    sorting,
    isFiltered,
    /** Tells filters apart: what the list is narrowed down to, on whatever page and in whatever order. */
    narrowing: JSON.stringify([filter, ...resource.filters.map(({ param }) => search[param] ?? '')]),
    columns,
    /** Whether a column is shown; what others need is not asked for. */
    shows,
    variables: {
      ...pageOf(search),
      ...{ filter, orderBy, range },
      compared: { between: compared },
      isCompared: period.compared !== undefined && shows('SPEND'),
      timezone: zone,
      currency,
      advertiserIds: null,
      facts: null,
      ...scoped?.scope.facts(scoped.id),
    },
    set: (param: keyof ListSearch, value: string) => go({ [param]: value }, param === 'q'),
    setRange: (range: string) => go({ range, from: undefined, to: undefined }),
    setDays: ({ start, end }: Days) => go({ range: undefined, from: start, to: end }),
    setColumns: (keys: readonly string[]) => go({ columns: columnNames(resource.columns, keys) }),
    setPage: (page: Pick<ListSearch, 'after' | 'before'>) => go({ after: page.after, before: page.before }),
  };
}

export type List = Omit<ReturnType<typeof useList>, 'columns' | 'variables'>;
