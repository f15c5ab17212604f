import { LIST_SEARCH, type ListSearch } from './search.ts';

/** What leads to a page of the list and not to the list. */
const OF_PAGE: readonly string[] = ['after', 'before'];

/** A view as the service keeps it: the address of the list from its first page on. */
export function viewOf(search: ListSearch): string {
  const said = LIST_SEARCH.filter((name) => !OF_PAGE.includes(name)).flatMap((name) => {
    const value = search[name];
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(said).toString();
}

/** The address of a view. What it does not say is not taken from where one comes from. */
export function addressOf(view: string): ListSearch {
  const said = new URLSearchParams(view);
  return Object.fromEntries(LIST_SEARCH.map((name) => [name, said.get(name) || undefined]));
}
