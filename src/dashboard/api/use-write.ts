import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TypedDocumentString } from '../generated/graphql.ts';
import type { Problem } from './problem.ts';
import { request } from './request.ts';
import { readAgain } from './use-dry-run.ts';

/** Runs a mutation; whatever is shown is read again afterwards. */
export function useWrite<Data, Variables>(document: TypedDocumentString<Data, Variables>) {
  const client = useQueryClient();
  return useMutation<Data, Problem, Variables>({
    mutationFn: (variables) => request(document, variables),
    onSuccess: () => readAgain(client),
  });
}
