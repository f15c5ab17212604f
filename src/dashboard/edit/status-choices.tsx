import { useQuery } from '@tanstack/react-query';
import { outcomeOf, type Refusal } from '../api/outcome.ts';
import { doneText } from '../api/outcome-text.ts';
import type { Problem } from '../api/problem.ts';
import { request } from '../api/request.ts';
import { useWrite } from '../api/use-write.ts';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { AlertNote } from '../parts/dialogs/alert-note.tsx';
import { localTimes } from '../parts/format.ts';
import { ProblemNote } from '../parts/problem-note.tsx';
import { VERBS } from '../parts/verbs.ts';
import { offerUndo } from '../undo/last-write.ts';
import { undoableOf, type Written } from '../undo/undoable.ts';

/** A status that something can get, and what it means. */
export type StatusChoice<Status extends string> = readonly [status: Status, meaning?: string];

/** Something with a status, as it was read: its `updatedAt` is the precondition. */
export interface WithStatus {
  readonly id: string;
  readonly status: string;
  readonly updatedAt: string;
}

interface Props<Status extends string, Input, Data, Result> {
  readonly of: WithStatus;
  readonly choices: readonly StatusChoice<Status>[];
  readonly document: TypedDocumentString<Data, { input: Input; validateOnly: boolean }>;
  readonly resultOf: (data: Data) => Result;
  readonly inputOf: (change: { id: string; status: Status; updatedAt: string }) => Input;
  readonly onDone: () => void;
}

/** The service's words without the names of its fields: `status cannot become ACTIVE before the line has …`. */
const plainly = (reason: string): string =>
  reason
    .replace(/^status cannot become (\w+) /, 'Not possible ')
    .replace('a geography target', 'a place (geography)');

/** The statuses that something may get: each is tried without being stored, and the service says why not. */
export function StatusChoices<Status extends string, Input, Data, Result extends Written | Refusal>({
  of: { id, status: current, updatedAt },
  choices,
  document,
  resultOf,
  inputOf,
  onDone,
}: Props<Status, Input, Data, Result>) {
  const tried = useQuery<ReadonlyMap<string, string | undefined>, Problem>({
    queryKey: ['statuses', id, current],
    queryFn: async ({ signal }) => {
      const others = choices.filter(([status]) => status !== current);
      const reasons = others.map(async ([status]) => {
        const input = inputOf({ id, status, updatedAt });
        const answer = await request(document, { input, validateOnly: true }, { signal });
        return [status, outcomeOf<Written | Refusal>(resultOf(answer)).refusal?.message] as const;
      });
      return new Map(await Promise.all(reasons));
    },
    staleTime: 0,
  });
  const update = useWrite(document);
  const refused = update.data && outcomeOf<Written | Refusal>(resultOf(update.data)).refusal;
  const refusal = update.error?.message ?? refused?.message;
  async function choose(status: Status) {
    const answer = await update.run({ input: inputOf({ id, status, updatedAt }), validateOnly: false });
    const result = answer && resultOf(answer);
    if (!result || !outcomeOf<Written | Refusal>(result).done) return;
    offerUndo(undoableOf([result], () => doneText(answer) ?? 'Saved'));
    onDone();
  }
  return (
    <>
      <ProblemNote read={{ result: tried }} small />
      {refusal && <AlertNote>{localTimes(refusal)}</AlertNote>}
      <ul className="choices">
        {choices.map(([status, meaning]) => {
          const isCurrent = status === current;
          const reason = tried.data?.get(status);
          return (
            <li key={status}>
              <button
                type="button"
                disabled={isCurrent || !tried.data || reason !== undefined || update.isPending}
                onClick={() => void choose(status)}
              >
                {VERBS[status as keyof typeof VERBS] ?? status}
              </button>
              <span className="muted">
                {isCurrent ? 'Current status' : reason === undefined ? meaning : plainly(localTimes(reason))}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
