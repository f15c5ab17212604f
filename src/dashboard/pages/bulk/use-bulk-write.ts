import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newWriteGuard } from '../../api/guard.ts';
import { inCalls, type ManyVerb } from '../../api/in-calls.ts';
import type { Problem } from '../../api/problem.ts';
import { readAgain } from '../../api/use-dry-run.ts';

interface State<Input, Result> {
  readonly inputs: readonly Input[];
  /** Of the first inputs; there are more to come, unless it is done. */
  readonly results: readonly Result[];
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly problem?: Problem;
}

/**
 * Writes many inputs, call after call. Where a call fails, what was written before stays, and `run` goes on with it:
 * its key keeps what was written without an answer from being written twice.
 */
export function useBulkWrite<Input, Result>(
  verb: ManyVerb<Input, Result>,
  onDone: (results: readonly Result[]) => void,
) {
  const client = useQueryClient();
  const guard = useRef(newWriteGuard()).current;
  const [state, setState] = useState<State<Input, Result>>();
  const write = async (inputs: readonly Input[]) => {
    let results = state?.inputs === inputs ? state.results : [];
    const sent = { inputs, isBusy: true, isDone: false };
    setState({ ...sent, results });
    try {
      results = await inCalls(verb, inputs, {
        validateOnly: false,
        key: guard.keyOf(inputs),
        known: results,
        onResults: (sofar) => {
          results = sofar;
          setState({ ...sent, results });
        },
      });
      guard.answered(true);
      setState({ inputs, results, isBusy: false, isDone: true });
      onDone(results);
    } catch (problem) {
      setState({ inputs, results, isBusy: false, isDone: false, problem: problem as Problem });
    }
    void readAgain(client);
    return results;
  };
  return { state, run: (inputs: readonly Input[]) => guard.once(inputs, () => write(inputs)) };
}
