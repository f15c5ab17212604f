import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { announce } from '../parts/announce.ts';
import { newWriteGuard } from './guard.ts';
import { isRefusal } from './outcome.ts';
import { doneText, failedText } from './outcome-text.ts';
import type { Problem } from './problem.ts';
import { request } from './request.ts';
import { readAgain } from './use-dry-run.ts';
import { useShown } from './use-shown.ts';

/** The values that were saved are shown before a dialog closes, unless reading them takes this long. */
const LONGEST_READ_MS = 3000;
/** A screen reader does not hear what is said behind an open dialog. */
const CLOSING_MS = 150;

const say = (text: string | undefined) => text && setTimeout(announce, CLOSING_MS, text, true);

/** Runs a mutation once and says what was done; whatever is shown is read again afterwards. */
export function useWrite<Data, Variables>(document: TypedDocumentString<Data, Variables>) {
  const client = useQueryClient();
  const guard = useRef(newWriteGuard()).current;
  const isShown = useShown();
  const { data, error, isPending, reset, mutateAsync } = useMutation<Data, Problem, Variables>({
    // Without a network it fails at once. By default it would be carried out later, when nobody expects it.
    networkMode: 'always',
    mutationFn: (variables) => request(document, variables, { key: guard.keyOf(variables) }),
    onSuccess: (data) => {
      guard.answered(!isRefused(data));
      // A list says itself what became of each, and a form why it was refused, while they are open.
      say(doneText(data) ?? (isShown.current ? undefined : failedText(data)));
      return Promise.race([
        readAgain(client),
        new Promise((resolve) => setTimeout(resolve, LONGEST_READ_MS)),
      ]);
    },
    onError: ({ message }) => isShown.current || say(`Not saved: ${message}`),
  });
  /** The answer; undefined if there was none, or if the call only repeated one under way. */
  const run = (variables: Variables): Promise<Data | undefined> =>
    guard.once(variables, () => mutateAsync(variables).catch(() => undefined));
  return { data, error: error ?? undefined, isPending, reset, run };
}

const isRefused = (data: unknown): boolean => Object.values(data as Record<string, object>).every(isRefusal);
