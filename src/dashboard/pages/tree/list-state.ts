import { useNavigate } from '@tanstack/react-router';
import type { Sorting } from '../../parts/table.tsx';

/** What a list shows, as its address says it, so that a link shows the same. */
export interface ListSearch {
  q?: string;
  status?: string;
  after?: string;
  sort?: string;
  dir?: string;
}

const FIELDS = ['NAME', 'STATUS', 'UPDATED_AT', 'CREATED_AT', 'ID'] as const;
/** Of the last seven days, as the columns show them. */
const METRICS = ['SPEND', 'CTR'] as const;
const RANGE = { preset: 'LAST_7_DAYS' } as const;

/** The address of a list as variables of its query, and what changes it. */
export function useListState<Value extends string>(search: ListSearch, statuses: readonly Value[]) {
  const navigate = useNavigate();
  const { q, after, sort, dir } = search;
  const go = (change: { [name in keyof ListSearch]: string | undefined }, replace = false) => {
    const given = Object.entries({ ...search, ...change }).filter(([, value]) => value);
    void navigate({ to: '.', search: Object.fromEntries(given), replace });
  };
  const metric = METRICS.find((name) => name === sort);
  const field = FIELDS.find((name) => name === sort) ?? 'NAME';
  const by = metric ?? field;
  const status = statuses.find((value) => value === search.status);
  const sorting: Sorting = {
    by,
    descending: dir === 'desc',
    // Of figures, the largest are what one looks for.
    onSort: (to) => {
      const isDown = to === by ? dir !== 'desc' : METRICS.some((name) => name === to);
      go({ sort: to, dir: isDown ? 'desc' : undefined, after: undefined });
    },
  };
  return {
    sorting,
    statuses,
    isFiltered: q !== undefined || status !== undefined,
    query: q ?? '',
    status,
    after,
    variables: {
      filter: { ...(q && { query: q }), ...(status && { status }) },
      orderBy: {
        ...(metric ? { delivery: { metric, range: RANGE } } : { field }),
        direction: sorting.descending ? ('DESC' as const) : ('ASC' as const),
      },
      after: after ?? null,
    },
    setQuery: (text: string) => go({ q: text, after: undefined }, true),
    setStatus: (text: string) => go({ status: text, after: undefined }),
    setAfter: (cursor: string | undefined) => go({ after: cursor }),
  };
}
