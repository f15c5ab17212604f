import { QueryCache, QueryClient } from '@tanstack/react-query';
import { Problem } from './problem.ts';

const MOST_TRIES = 4;
/** Whoever must wait longer is told so, and asks again himself. */
const LONGEST_WAIT_S = 10;

const waitOf = (error: unknown): number | undefined =>
  error instanceof Problem ? error.retryAfterS : undefined;

/** Asks again only where the service said when; `signedOut` runs when a read finds the session over. */
export function newQueryClient(signedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof Problem && error.kind === 'signed-out') signedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => {
          const wait = waitOf(error);
          return wait !== undefined && wait <= LONGEST_WAIT_S && failures < MOST_TRIES;
        },
        retryDelay: (failures, error) => (waitOf(error) ?? 1) * 1000 * (1 + failures / 2),
      },
    },
  });
}
