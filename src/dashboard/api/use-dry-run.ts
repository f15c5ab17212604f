import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { TypedDocumentString } from '../generated/graphql.ts';
import type { Problem } from './problem.ts';
import { retryEvery } from './query-client.ts';
import { request } from './request.ts';
import { useSettled } from './use-settled.ts';

/** Begins the keys of questions that forms ask themselves. */
export const DRY_RUN = 'dry run';

export interface DryRun<Data> {
  /** The last answer, which may be about what stood there before; undefined after a problem. */
  readonly data: Data | undefined;
  /** The answer is about what stands there now. */
  readonly isCurrent: boolean;
  readonly problem: Problem | undefined;
  readonly isBusy: boolean;
  /** Asks once more about what stands there. */
  readonly tryAgain: () => void;
}

/** Asks the service what a write would do, by its own `validateOnly`; undefined variables ask nothing. */
export const useDryRun = <Data, Variables extends object>(
  document: TypedDocumentString<Data, Variables & { validateOnly: boolean }>,
  variables: Variables | undefined,
): DryRun<Data> =>
  useTried(String(document), variables, (asked, signal) =>
    request(document, { ...asked, validateOnly: true }, { signal }),
  );

/** The same where one call does not answer it. The name tells what asks apart. */
export function useTried<Data, Variables>(
  name: string,
  variables: Variables | undefined,
  ask: (variables: Variables, signal: AbortSignal) => Promise<Data>,
): DryRun<Data> {
  const key = JSON.stringify(variables);
  const settled = useSettled(variables && { key, variables });
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery<Data, Problem>({
    queryKey: [DRY_RUN, name, settled?.key],
    queryFn: ({ signal }) => {
      if (!settled) throw new Error('Nothing is asked.');
      return ask(settled.variables, signal);
    },
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    // A form says at once that its check failed, and checks again by itself.
    networkMode: 'always',
    retry: false,
    refetchInterval: ({ state }) => retryEvery(state),
  });
  // Until the next answer: what was known before it may no longer be true.
  const failed = useRef<Problem>(undefined);
  if (error) failed.current = error;
  else if (!settled || (data !== undefined && !isPlaceholderData)) failed.current = undefined;
  const problem = failed.current;
  const isCurrent = settled !== undefined && settled.key === key && !isPlaceholderData && !isFetching;
  return {
    data: problem ? undefined : data,
    isCurrent: isCurrent && data !== undefined && !problem,
    problem,
    isBusy: isFetching,
    tryAgain: () => void refetch(),
  };
}

/** Reads again what is shown. A form's question is asked by the form itself. */
export const readAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== DRY_RUN });
