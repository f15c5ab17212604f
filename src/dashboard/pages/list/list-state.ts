import type { MetricName } from '../../parts/figures/metrics.ts';
import type { Days } from '../../parts/period/days.ts';
import { conditionFilters, conditionsIn, type Shown } from './conditions.ts';
import type { ListColumn, ListScope, Resource, Sort } from './resource.ts';
import type { ListSearch } from './search.ts';

/** Rows of a page. */
const PAGE = 50;
/** Of a name; as many as a search takes. */
const MAX_WORDS = 8;
const FIRST_SORT = 'SPEND';

/** The columns that an address names, in the order of the resource; those shown first if it names none. */
export function columnsIn<Item, Field extends string>(
  columns: readonly ListColumn<Item, Field>[],
  names: string | undefined,
): readonly ListColumn<Item, Field>[] {
  const chosen = names?.split(',');
  return columns.filter(
    ({ key, shown }) => shown === 'always' || (chosen ? chosen.includes(key) : shown === 'first'),
  );
}

/** The address of chosen columns; undefined for those that are shown first. */
export function columnNames<Item, Field extends string>(
  columns: readonly ListColumn<Item, Field>[],
  chosen: readonly string[],
): string | undefined {
  const names = columns.filter(({ key }) => chosen.includes(key));
  const isFirst = columns.every(
    ({ key, shown }) => shown === 'always' || (shown === 'first') === chosen.includes(key),
  );
  // A list with no column to choose says so, or it would have the first ones.
  return isFirst ? undefined : names.map(({ key }) => key).join(',') || 'none';
}

interface Ordering<Field extends string> {
  /** The column. */
  readonly by: string;
  readonly descending: boolean;
  readonly orderBy: {
    readonly direction: 'ASC' | 'DESC';
    readonly field?: Field;
    readonly pacing?: 'RATIO';
    readonly delivery?: Omit<Shown, 'days'> & {
      readonly metric: MetricName;
      readonly range: { between: Days };
    };
  };
}

/** Of figures, the largest are what one looks for; names and dates begin with the first. */
export const beginsDown = <Field extends string>(sort: Sort<Field> | undefined): boolean =>
  sort !== undefined && !('field' in sort && sort.field === 'NAME');

/** The order of a list: by any column that the service can order by, shown or not. */
export function orderOf<Item, Field extends string>(
  columns: readonly ListColumn<Item, Field>[],
  { sort: name = FIRST_SORT, dir }: ListSearch,
  { days, timezone, currency }: Shown,
): Ordering<Field> {
  const known = (key: string) => columns.find((column) => column.key === key && column.sort);
  const column = known(name) ?? known(FIRST_SORT);
  const sort = column?.sort ?? { metric: 'SPEND' };
  const descending = dir === 'asc' ? false : dir === 'desc' || beginsDown(sort);
  const direction = descending ? 'DESC' : 'ASC';
  const { key: by = FIRST_SORT } = column ?? {};
  if ('metric' in sort)
    return {
      by,
      descending,
      orderBy: { direction, delivery: { metric: sort.metric, range: { between: days }, timezone, currency } },
    };
  return { by, descending, orderBy: { direction, ...sort } };
}

/** One page of a list, forwards or backwards. */
export const pageOf = ({ after, before }: ListSearch) =>
  before !== undefined && after === undefined
    ? { first: null, after: null, last: PAGE, before }
    : { first: PAGE, after: after ?? null, last: null, before: null };

/** The scope that the address names with its ID. */
export function scopeIn<Filter>(
  scopes: readonly ListScope<Filter>[],
  search: ListSearch,
): { readonly scope: ListScope<Filter>; readonly id: string } | undefined {
  for (const scope of scopes) {
    const id = search[scope.param];
    if (id !== undefined && /^\d{1,15}$/.test(id)) return { scope, id };
  }
  return undefined;
}

/** All words, in any order; a number may also be the ID. */
const named = (q = ''): readonly object[] =>
  q
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map((query) => (/^\d{1,15}$/.test(query) ? { or: [{ query }, { id: { eq: query } }] } : { query }));

/** All filters at once. Those that can be about one thing stand beside each other, but for alternatives: others are added to the list. */
const together = (parts: readonly object[]): object =>
  parts.length > 1 || parts.some((part) => 'or' in part) ? { and: parts } : (parts[0] ?? {});

/** All that narrows the list down. A value that no choice has narrows nothing. */
export function filterOf<Item, Field extends string, Filter extends object>(
  { filters, scopes, compared }: Pick<Resource<Item, Field, Filter>, 'filters' | 'scopes' | 'compared'>,
  search: ListSearch,
  shown: Shown,
): { readonly filter: Filter & { query?: string }; readonly isFiltered: boolean } {
  const chosen = filters.flatMap(({ param, choices, filter }) => {
    const value = search[param];
    return value !== undefined && choices.some(([name]) => name === value) ? [filter(value)] : [];
  });
  const found = scopeIn(scopes, search);
  const { q } = search;
  const conditions = conditionsIn(compared, search.where);
  const parts = [...named(q), ...conditionFilters(compared, conditions, shown)];
  return {
    filter: Object.assign({}, ...chosen, found?.scope.filter(found.id), together(parts)),
    isFiltered: chosen.length > 0 || q !== undefined || conditions.length > 0,
  };
}
