import { useEffect, useState } from 'react';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { follow } from './follow.ts';
import type { Problem } from './problem.ts';

/** What is kept: older entries make room, so that the page can stay open for days. */
const MAX = 100;

export interface Streamed<Data> {
  readonly key: number;
  readonly data: Data;
}

/** What a subscription has told since the page shows it, newest first. `onEach` sees all, also what made room. */
export function useStream<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  onEach: (data: Data) => void,
) {
  const [shown, setShown] = useState<readonly Streamed<Data>[]>([]);
  const [problem, setProblem] = useState<Problem>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal variables are the same stream
  useEffect(() => {
    let key = 0;
    return follow(document, variables, {
      onProblem: setProblem,
      onData: (data) => {
        key += 1;
        const entry = { key, data };
        setShown((old) => [entry, ...old].slice(0, MAX));
        onEach(data);
      },
    });
  }, [document, JSON.stringify(variables)]);
  return { shown, problem };
}
