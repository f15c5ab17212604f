import { useMemo } from 'react';
import { usePaced } from '../../api/use-paced.ts';
import { useRead } from '../../api/use-read.ts';
import {
  DashboardAllViewsDocument,
  type DashboardAllViewsQuery,
  DashboardFindDocument,
} from '../../generated/graphql.ts';
import { addressOf } from '../../pages/list/view-address.ts';
import { commands } from './commands.ts';
import { commandsFor, isCalled } from './fitting.ts';
import { foundOf } from './found.ts';
import type { Option, OptionGroup } from './option.ts';
import { pageActions, recentOptions } from './page-actions.ts';

/** Each letter is asked at once: what is asked for an earlier one is given up. Only a key held down asks less often. */
const PACE_MS = 50;

/** Views change seldom. */
const VIEWS_MS = 60_000;

const viewOptions = (views: DashboardAllViewsQuery['savedViews']['nodes']): readonly Option[] =>
  views.map(({ id, name, page, search }) => ({
    ...{ key: id, name, kind: 'View' },
    go: { to: `/${page.toLowerCase()}`, search: addressOf(search) },
  }));

/** What can be chosen for a text: commands of that name, what the service finds, and other commands. */
export function useOptions(text: string) {
  const query = text.trim();
  const settled = usePaced(query || undefined, PACE_MS);
  const read = useRead(
    DashboardFindDocument,
    { query: settled ?? '' },
    { enabled: settled !== undefined, staysFrom: () => query !== '' },
  );
  const { data, isPlaceholderData, error } = read.result;
  const isCurrent = query === '' || (settled === query && !isPlaceholderData && (data ?? error) !== null);
  const views = useRead(DashboardAllViewsDocument, {}, { freshFor: VIEWS_MS }).result.data?.savedViews.nodes;
  // What the page has when the palette opens.
  const own = useMemo(pageActions, []);
  const all = useMemo(() => {
    const here = new Set(own.map(({ name }) => name));
    return [...commands().filter(({ name }) => !here.has(name)), ...viewOptions(views ?? [])];
  }, [own, views]);
  const fitting = commandsFor(query, all);
  const actions = commandsFor(query, own);
  const called = fitting.filter((command) => isCalled(command, query));
  const found = query && data ? foundOf(data, query) : [];
  const isGuess = data?.search.isApproximate === true;
  const groups: readonly OptionGroup[] = [
    { name: 'Go to', options: called },
    ...(query ? [] : [{ name: 'Recent', options: recentOptions() }]),
    ...(isGuess ? [] : found),
    { name: 'On this page', options: actions },
    {
      name: query ? 'Other commands' : 'Commands',
      options: fitting.filter((command) => !called.includes(command)),
    },
    // What only nearly has the name comes after what has it.
    ...(isGuess ? found : []),
  ];
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    /** The service has answered what stands there. */
    isCurrent: isCurrent && !(query !== '' && data === undefined && !error),
    read,
  };
}
