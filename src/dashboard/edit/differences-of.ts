import type { DashboardChangeFragment } from '../generated/graphql.ts';

/** What differs between two readings of one thing, in the fields that a form is about. */
export function differencesOf<Facts extends object>(
  before: Facts,
  after: Facts,
): DashboardChangeFragment['fields'] {
  const changed = Object.entries(after).map(([path, value]) => ({
    path,
    before: Object.entries(before).find(([name]) => name === path)?.[1] as unknown,
    after: value as unknown,
    isPartial: false,
  }));
  return changed.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

/** The named fields alone. */
export const pick = <Node, Name extends keyof Node>(node: Node, names: readonly Name[]): Pick<Node, Name> =>
  Object.fromEntries(names.map((name) => [name, node[name]])) as Pick<Node, Name>;
