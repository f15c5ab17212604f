import { QueryCache, QueryClient } from '@tanstack/react-query';
import { Problem } from './problem.ts';

const MAX_TRIES = 4;
/** Whoever must wait longer is told so, and asks again himself. */
const LONGEST_WAIT_S = 10;

const waitOf = (error: unknown): number | undefined =>
  error instanceof Problem ? error.retryAfterS : undefined;

/** Nothing is read again for a look at another window that took no longer. */
const GLANCE_MS = 15_000;

/** A page and a form recover by themselves once the service is back. */
const LEAST_POLL_S = 2;

/** Milliseconds after which a failed request is repeated; false where that does not help, or the wait is long. */
export function retryEvery({ error }: { readonly error: unknown }): number | false {
  const wait = waitOf(error);
  if (wait === undefined || wait > LONGEST_WAIT_S) return false;
  return Math.max(wait, LEAST_POLL_S) * 1000;
}

/** Asks again only where the service said when; `signedOut` is told of a read without a session: none yet, or one that ended. */
export function newQueryClient(signedOut: (isEnded: boolean) => void): QueryClient {
  const queryCache: QueryCache = new QueryCache({
    onError: (error) => {
      if (error instanceof Problem && error.kind === 'signed-out')
        signedOut(queryCache.getAll().some(({ state }) => state.data !== undefined));
    },
  });
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        // A page that was shown before is shown at once, and read again: others change things, too.
        staleTime: 0,
        // Back from another window it is read again unless that was only for a moment.
        refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > GLANCE_MS,
        refetchInterval: ({ state }) => retryEvery(state),
        retry: (failures, error) => {
          const wait = waitOf(error);
          return wait !== undefined && wait <= LONGEST_WAIT_S && failures < MAX_TRIES;
        },
        retryDelay: (failures, error) => (waitOf(error) ?? 1) * 1000 * (1 + failures / 2),
      },
    },
  });
}
