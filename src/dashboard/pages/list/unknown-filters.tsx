import type { ListFilter } from './resource.ts';
import type { ListSearch } from './search.ts';
import type { List } from './use-list.ts';

type Filters = readonly Pick<ListFilter<unknown>, 'param' | 'label' | 'choices'>[];

/** What the address of a list asks for and no filter has as a choice: it narrows nothing down. */
export const unknownIn = (filters: Filters, search: ListSearch) =>
  filters.flatMap(({ param, label, choices }) => {
    const value = search[param];
    return value === undefined || choices.some(([name]) => name === value) ? [] : [{ param, label, value }];
  });

/** Says so, each to be taken away. */
export function UnknownFilters({ list, filters }: { readonly list: List; readonly filters: Filters }) {
  return unknownIn(filters, list.search).map(({ param, label, value }) => (
    <button key={param} type="button" className="small warned" onClick={() => list.set(param, '')}>
      Unknown {label}, not applied: <bdi>{value}</bdi>
      <span aria-hidden="true">×</span>
      <span className="visually-hidden">: remove</span>
    </button>
  ));
}
