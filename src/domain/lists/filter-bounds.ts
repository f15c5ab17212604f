/** Filters within filters: how deep and how many, because each is work for every row. */

export const MAX_FILTER_DEPTH = 5;
export const MAX_FILTERS = 50;

interface Combination {
  readonly and?: readonly Combination[] | null | undefined;
  readonly or?: readonly Combination[] | null | undefined;
  readonly not?: Combination | null | undefined;
}

/** Whether the filters in `and`, `or` and `not` are within bounds; `refuse` is told where they first are not. */
export function isWithinBounds(
  filter: Combination,
  refuse: (path: string, message: string) => void,
): boolean {
  let filters = 0;
  const look = ({ and, or, not }: Combination, at: string, depth: number): boolean =>
    [
      ...(and ?? []).map((one, index) => [one, `and[${index}]`] as const),
      ...(or ?? []).map((one, index) => [one, `or[${index}]`] as const),
      ...(not ? [[not, 'not'] as const] : []),
    ].every(([one, name]) => {
      filters += 1;
      const path = `${at}${name}`;
      if (depth === MAX_FILTER_DEPTH) refuse(path, `must be nested at most ${MAX_FILTER_DEPTH} levels deep`);
      else if (filters > MAX_FILTERS) refuse(path, `must be among the first ${MAX_FILTERS} filters`);
      else return look(one, `${path}.`, depth + 1);
      return false;
    });
  return look(filter, '', 0);
}
