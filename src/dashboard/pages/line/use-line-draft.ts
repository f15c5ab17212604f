import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { outcomeOf, type Refused } from '../../api/outcome.ts';
import { request } from '../../api/request.ts';
import { useWrite } from '../../api/use-write.ts';
import {
  DashboardUpdateLineDocument,
  type DashboardUpdateLineMutation,
  type UpdateLineInput,
} from '../../generated/graphql.ts';
import type { LineFound } from './line.tsx';

/** While somebody types, the service is asked about what stands there, not about each letter. */
const PAUSE_MS = 300;

type Values = Omit<UpdateLineInput, 'id' | 'updatedAt'>;
type Preview = Extract<
  DashboardUpdateLineMutation['updateLine'],
  { __typename: 'UpdateLinePayload' }
>['changes'];

/**
 * A change of a line that is not made yet: the service says as one types what it would change, or why not. The
 * line as it was opened is a precondition, so that nobody else's change is overwritten.
 */
export function useLineDraft(line: LineFound) {
  // Someone else's change, read again meanwhile, must not move the precondition.
  const [opened, setOpened] = useState(line);
  const [values, setValues] = useState<Values>({});
  const [preview, setPreview] = useState<Preview>([]);
  const [refusal, setRefusal] = useState<Refused>();
  const [problem, setProblem] = useState<string>();
  const write = useWrite(DashboardUpdateLineDocument);
  const client = useQueryClient();
  const isTouched = Object.keys(values).length > 0;
  const input: UpdateLineInput = { ...values, id: line.id, updatedAt: opened.updatedAt };

  function note(result: DashboardUpdateLineMutation['updateLine']): boolean {
    const { done, refusal } = outcomeOf(result);
    setProblem(undefined);
    setRefusal(refusal);
    setPreview(done?.changes ?? []);
    // What the other one changed is shown beside one's own.
    if (refusal?.isConflict) void client.invalidateQueries();
    return done !== undefined;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed asks again
  useEffect(() => {
    if (!isTouched) return;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      request(DashboardUpdateLineDocument, { input, validateOnly: true }, asked)
        .then(({ updateLine }) => note(updateLine))
        .catch((error: Error) => asked.signal.aborted || setProblem(error.message));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [values, opened]);

  return {
    /** The line as it stands now; other than `opened` once somebody changed it. */
    line,
    opened,
    values,
    preview,
    refusal,
    problem,
    issues: refusal?.issues ?? new Map<string, string>(),
    isTouched,
    isBusy: write.isPending,
    set: (change: Values) => setValues({ ...values, ...change }),
    /** Goes on from the line as it stands now. */
    rebase: () => setOpened(line),
    async save(): Promise<boolean> {
      try {
        return note((await write.mutateAsync({ input, validateOnly: false })).updateLine);
      } catch (error) {
        setProblem((error as Error).message);
        return false;
      }
    },
  };
}

export type LineDraft = ReturnType<typeof useLineDraft>;
