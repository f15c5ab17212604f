import { useQuery } from '@tanstack/react-query';
import { outcomeOf } from '../../api/outcome.ts';
import { doneText } from '../../api/outcome-text.ts';
import type { Problem } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { useWrite } from '../../api/use-write.ts';
import {
  DashboardTryStatusesDocument,
  type DashboardTryStatusesMutation,
  DashboardUpdateLineDocument,
  LineStatus,
} from '../../generated/graphql.ts';
import { AlertNote } from '../../parts/dialogs/alert-note.tsx';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { localTimes } from '../../parts/format.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { VERBS } from '../../parts/verbs.ts';
import { words } from '../../parts/words.ts';
import { offerUndo } from '../../undo/last-write.ts';
import { undoableOf } from '../../undo/undoable.ts';
import type { LineFound } from './line.tsx';

const STATUSES = Object.values(LineStatus);

/** The statuses that the line may get; the service says which, and why not the others. */
export function StatusMenu({ line }: { readonly line: LineFound }) {
  return (
    <DialogButton name={`${words(line.status)} ▾`} title="Change status">
      {(close) => <Choices line={line} onDone={close} />}
    </DialogButton>
  );
}

function Choices({ line, onDone }: { line: LineFound; onDone: () => void }) {
  const asked = useReasons(line.id);
  const reasons = asked.result.data;
  const update = useWrite(DashboardUpdateLineDocument);
  const refused = update.data && outcomeOf(update.data.updateLine).refusal;
  const refusal = update.error?.message ?? refused?.message;
  async function choose(status: LineStatus) {
    const input = { id: line.id, status, updatedAt: line.updatedAt };
    const answer = await update.run({ input, validateOnly: false });
    if (!answer || !outcomeOf(answer.updateLine).done) return;
    offerUndo(undoableOf([answer.updateLine], () => doneText(answer) ?? 'Saved'));
    onDone();
  }
  return (
    <>
      <ProblemNote read={asked} small />
      {refusal && <AlertNote>{localTimes(refusal)}</AlertNote>}
      <ul className="choices">
        {STATUSES.map((status) => {
          const reason = reasons?.[status];
          const isCurrent = status === line.status;
          return (
            <li key={status}>
              <button
                type="button"
                disabled={isCurrent || !reasons || reason !== undefined || update.isPending}
                onClick={() => void choose(status)}
              >
                {VERBS[status]}
              </button>
              <span className="muted">{isCurrent ? 'Current status' : reason}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

type Reasons = Readonly<Partial<Record<LineStatus, string>>>;

/** Tries each status without storing it. */
function useReasons(id: string) {
  const result = useQuery<DashboardTryStatusesMutation, Problem, Reasons>({
    queryKey: ['statuses', id],
    queryFn: ({ signal }) => request(DashboardTryStatusesDocument, { id }, { signal }),
    select: (data) => {
      const refused = STATUSES.map((status) => [status, outcomeOf(data[status]).refusal?.message] as const);
      return Object.fromEntries(refused.filter(([, reason]) => reason !== undefined));
    },
    staleTime: 0,
  });
  return { result };
}
