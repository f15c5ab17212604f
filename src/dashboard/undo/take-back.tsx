import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Outcome } from '../api/outcome.ts';
import type { Problem } from '../api/problem.ts';
import { DRY_RUN, readAgain } from '../api/use-dry-run.ts';
import { useRead } from '../api/use-read.ts';
import {
  type ChangeFilter,
  type DashboardChangeFragment,
  DashboardTakeBackDocument,
} from '../generated/graphql.ts';
import { Differences } from '../parts/changes/differences.tsx';
import { AlertNote } from '../parts/dialogs/alert-note.tsx';
import { DialogButton } from '../parts/dialogs/dialog-button.tsx';
import { ago, counted, localTimes } from '../parts/format.ts';
import { ProblemNote } from '../parts/problem-note.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { changedSince, type Planned, planOf } from './take-back-plan.ts';
import { togetherWith } from './together.ts';
import { nounOf, undoneText, type WriteBack, type WrittenBack, writeBack } from './write-back.ts';

interface Props {
  /** What was changed together. */
  readonly filter: ChangeFilter;
  /** Read out, where a page has many. */
  readonly label: string;
}

/** Takes changes back that stand in the history, after showing what that would change now. */
export function TakeBack({ filter, label }: Props) {
  return (
    <DialogButton name="Take back" label={label} title="Take back" wide className="quiet">
      {(close) => <Plan filter={filter} onDone={close} />}
    </DialogButton>
  );
}

/** Beside a change on the page of what was changed. */
export function takeBackOf(change: DashboardChangeFragment) {
  const { action, resource, resourceId, at } = change;
  if (action !== 'UPDATE') return null;
  const filter = { ...togetherWith([change]), resource, resourceId };
  return <TakeBack filter={filter} label={`Take back: ${ago(at)}`} />;
}

function Plan({ filter, onDone }: { readonly filter: ChangeFilter; readonly onDone: () => void }) {
  const read = useRead(DashboardTakeBackDocument, { filter });
  const { data, error } = read.result;
  // What was read when the dialog opened is the precondition.
  const plan = useRef<readonly Planned[]>(undefined);
  if (data && !plan.current) plan.current = planOf(data.changes.nodes);
  if (error) return <ProblemNote read={read} />;
  if (!data || !plan.current) return <Waiting />;
  if (data.changes.pageInfo.hasNextPage)
    return (
      <p className="note">
        More than 100 changes were made together. They are taken back in parts, thing by thing.
      </p>
    );
  return <Preview plan={plan.current} onDone={onDone} />;
}

const isPlanned = (item: WriteBack | undefined): item is WriteBack => item !== undefined;

function Preview({ plan, onDone }: { readonly plan: readonly Planned[]; readonly onDone: () => void }) {
  const items = plan.map(({ item }) => item).filter(isPlanned);
  const tried = useQuery<readonly Outcome<WrittenBack>[], Problem>({
    queryKey: [DRY_RUN, 'take back', items],
    queryFn: () => writeBack(items, { validateOnly: true }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { run, isBusy, undone, problem } = useWriteBack();
  const rows = plan.map((planned) => {
    const at = planned.item ? items.indexOf(planned.item) : -1;
    const outcome = tried.data?.[at];
    const reason = planned.reason ?? outcome?.refusal?.message ?? (outcome && changedSince(planned, outcome));
    const changes = outcome?.done?.changes ?? [];
    return { ...planned, reason, changes, isReady: reason === undefined && changes.length > 0 };
  });
  const ready = rows.flatMap(({ item, isReady }) => (item && isReady ? [item] : []));
  if (undone !== undefined)
    return (
      <>
        <p role="status">{localTimes(undone)}</p>
        <p className="row end">
          <button type="button" className="primary" onClick={onDone}>
            Close
          </button>
        </p>
      </>
    );
  return (
    <>
      {tried.error && <ProblemNote read={{ result: tried }} />}
      {items.length > 0 && !tried.data && !tried.error && <Waiting />}
      <ol className="changes" aria-label="What will change">
        {rows.map(({ id, name, owner, changes, reason }) => (
          <li key={id}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            {reason ? (
              <p className="issue">{localTimes(reason)}</p>
            ) : (
              tried.data && <Differences fields={changes} {...owner} />
            )}
          </li>
        ))}
      </ol>
      <AlertNote>{problem?.message}</AlertNote>
      <p className="row end">
        <button
          type="button"
          className="primary"
          disabled={ready.length === 0 || isBusy}
          onClick={() => void run(ready)}
        >
          {ready.length > 0 ? `Take back ${counted(ready.length, nounOf(ready))}` : 'Take back'}
        </button>
      </p>
    </>
  );
}

/** Writes the earlier values once, and says what became of each. */
function useWriteBack() {
  const client = useQueryClient();
  const key = useRef(crypto.randomUUID()).current;
  const [isBusy, setBusy] = useState(false);
  const [undone, setUndone] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  async function run(items: readonly WriteBack[]) {
    setBusy(true);
    setProblem(undefined);
    try {
      const outcomes = await writeBack(items, { validateOnly: false, key });
      setUndone(undoneText(items, outcomes));
      await readAgain(client);
    } catch (error) {
      setProblem(error as Problem);
    }
    setBusy(false);
  }
  return { run, isBusy, undone, problem };
}
