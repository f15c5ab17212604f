import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { readAgain, useDryRun } from '../../api/use-dry-run.ts';
import { useWrite } from '../../api/use-write.ts';
import { DashboardUpdateLineDocument, type UpdateLineInput } from '../../generated/graphql.ts';
import type { LineFound } from './line.tsx';

type Values = Omit<UpdateLineInput, 'id' | 'updatedAt'>;

/**
 * A change of a line that is not made yet: the service says as one types what it would change, or why not. The
 * line as it was opened is a precondition, so that nobody else's change is overwritten.
 */
export function useLineDraft(line: LineFound) {
  // Someone else's change, read again meanwhile, must not move the precondition.
  const [opened, setOpened] = useState(line);
  const [values, setValues] = useState<Values>({});
  const write = useWrite(DashboardUpdateLineDocument);
  const client = useQueryClient();
  const isTouched = Object.keys(values).length > 0;
  const input: UpdateLineInput = { ...values, id: line.id, updatedAt: opened.updatedAt };
  const tried = useDryRun(DashboardUpdateLineDocument, isTouched ? { input } : undefined);
  // What the service says to the attempt counts until something else is typed.
  const result = write.data?.updateLine ?? tried.data?.updateLine;
  const { done, refusal } = result && isTouched ? outcomeOf(result) : {};
  const isConflict = refusal?.isConflict === true;

  // What the other one changed is shown beside one's own.
  useEffect(() => {
    if (isConflict) void readAgain(client);
  }, [isConflict, client]);

  return {
    /** The line as it stands now; other than `opened` once somebody changed it. */
    line,
    opened,
    values,
    preview: done?.changes ?? [],
    refusal,
    problem: (write.error ?? tried.problem)?.message,
    issues: refusal?.issues ?? new Map<string, string>(),
    isTouched,
    isBusy: write.isPending,
    /** The service has looked at what stands there, and would do it. */
    isReady: tried.isCurrent && done !== undefined && done.changes.length > 0,
    set(change: Values) {
      write.reset();
      setValues({ ...values, ...change });
    },
    /** Goes on from the line as it stands now. */
    rebase() {
      write.reset();
      setOpened(line);
    },
    async save(): Promise<boolean> {
      const answer = await write.mutateAsync({ input, validateOnly: false }).catch(() => undefined);
      return answer !== undefined && outcomeOf(answer.updateLine).done !== undefined;
    },
  };
}

export type LineDraft = ReturnType<typeof useLineDraft>;
