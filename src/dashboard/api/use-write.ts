import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { announce } from '../parts/announce.ts';
import { isRefusal } from './outcome.ts';
import type { Problem } from './problem.ts';
import { request } from './request.ts';
import { readAgain } from './use-dry-run.ts';

/** Runs a mutation and says that it was done; whatever is shown is read again afterwards. */
export function useWrite<Data, Variables>(document: TypedDocumentString<Data, Variables>) {
  const client = useQueryClient();
  return useMutation<Data, Problem, Variables>({
    mutationFn: (variables) => request(document, variables),
    onSuccess: (data) => {
      if (isDone(data)) announce('Done');
      return readAgain(client);
    },
  });
}

/** A list of results says itself what became of each. */
const isDone = (data: unknown): boolean =>
  Object.values(data as Record<string, object>).some(
    (result) => !Array.isArray(result) && !isRefusal(result),
  );
