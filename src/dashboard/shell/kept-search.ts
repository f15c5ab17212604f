type Search = Readonly<Record<string, unknown>>;
interface Given {
  readonly search: Search;
  readonly next: (search: Search) => Search;
}

/** What says which days a page is about: a range by its name, or its first and last day. */
const DAYS = ['range', 'from', 'to'];

/**
 * Keeps parts of an address on the way to another page, unless the link names them itself, if only as undefined. A link
 * that names days keeps no others.
 */
export const keeping =
  (...names: readonly string[]) =>
  ({ search, next }: Given): Search => {
    const result = next(search);
    const hasDays = DAYS.some((name) => name in result);
    const kept = names.filter(
      (name) => search[name] !== undefined && !(name in result) && !(hasDays && DAYS.includes(name)),
    );
    return { ...result, ...Object.fromEntries(kept.map((name) => [name, search[name]])) };
  };
