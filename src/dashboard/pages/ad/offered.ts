import type {
  DashboardCreativeFragment as Creative,
  DashboardCreativeChoicesQuery,
} from '../../generated/graphql.ts';

const fits = ({ name, databaseId }: Creative, query: string): boolean =>
  String(databaseId) === query ||
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word));

/** What a picker offers: the creatives that the line shows, then others. What is chosen stays, whatever is searched for. */
export function offeredOf({
  data,
  chosen,
  query,
}: {
  readonly data: DashboardCreativeChoicesQuery;
  readonly chosen: readonly Creative[];
  readonly query: string;
}) {
  const shown = new Map(data.shown.nodes.map(({ creative }) => [creative.id, creative]));
  const isChosen = ({ id }: Creative) => chosen.some((each) => each.id === id);
  const own = [...shown.values()].filter((creative) => isChosen(creative) || fits(creative, query));
  const found = data.creatives.nodes.filter((creative) => !shown.has(creative.id));
  const kept = chosen.filter(({ id }) => !shown.has(id) && found.every((creative) => creative.id !== id));
  return { own, others: [...kept, ...found] };
}
