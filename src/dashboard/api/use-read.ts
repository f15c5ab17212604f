import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { TypedDocumentString } from '../generated/graphql.ts';
import type { Problem } from './problem.ts';
import { retryEvery } from './query-client.ts';
import { request } from './request.ts';

/** What a widget shows, and the query that feeds it. */
export interface Read<Data> {
  readonly query: string;
  readonly variables: unknown;
  readonly result: UseQueryResult<Data, Problem>;
}

type Interval = number | false;

interface Options<Data, Variables> {
  /** False while there is nothing to ask for yet. */
  readonly enabled?: boolean;
  /** Milliseconds after which it is asked again; absent where nothing changes by itself. */
  readonly every?: Interval | ((data: Data | undefined, reads: number) => Interval);
  /** Milliseconds for which an answer serves every part that shows it; absent where each new part asks again. */
  readonly freshFor?: number;
  /** What is known already, so that it need not be asked for at once. */
  readonly first?: Data;
  /** Whether what was shown for other variables may stay until the answer is there. It may unless this says no. */
  readonly staysFrom?: (before: Variables) => boolean;
}

/** Reads from GraphQL. What was shown stays until the answer to new variables is there, where that does not mislead. */
export function useRead<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { enabled = true, every = false, freshFor, first, staysFrom = () => true }: Options<Data, Variables> = {},
): Read<Data> {
  const query = String(document);
  const result = useQuery<Data, Problem>({
    queryKey: [query, variables],
    queryFn: ({ signal }) => request(document, variables, { signal }),
    ...(first
      ? { initialData: first }
      : {
          placeholderData: (shown, before) =>
            before && staysFrom(before.queryKey[1] as Variables) ? keepPreviousData(shown) : undefined,
        }),
    enabled,
    ...(freshFor !== undefined && { staleTime: freshFor }),
    refetchInterval: ({ state }) => {
      if (state.error) return retryEvery(state);
      return typeof every === 'function' ? every(state.data, state.dataUpdateCount) : every;
    },
  });
  return { query, variables, result };
}
