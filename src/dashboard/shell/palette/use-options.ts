import { useMemo } from 'react';
import { usePaced } from '../../api/use-paced.ts';
import { useRead } from '../../api/use-read.ts';
import { DashboardFindDocument } from '../../generated/graphql.ts';
import { commands } from './commands.ts';
import { commandsFor, isCalled } from './fitting.ts';
import { foundOf } from './found.ts';
import type { OptionGroup } from './option.ts';

/** Each letter is asked at once: what is asked for an earlier one is given up. Only a key held down asks less often. */
const PACE_MS = 50;

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
  const all = useMemo(commands, []);
  const fitting = commandsFor(query, all);
  const called = fitting.filter((command) => isCalled(command, query));
  const groups: readonly OptionGroup[] = [
    { name: 'Go to', options: called },
    ...(query && data ? [foundOf(data, query)] : []),
    {
      name: query ? 'Other commands' : 'Commands',
      options: fitting.filter((command) => !called.includes(command)),
    },
  ];
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    /** The service has answered what stands there. */
    isCurrent: isCurrent && !(query !== '' && data === undefined && !error),
    read,
  };
}
