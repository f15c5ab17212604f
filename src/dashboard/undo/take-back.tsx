import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
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
import { labelOf } from '../parts/changes/labels.ts';
import { AlertNote } from '../parts/dialogs/alert-note.tsx';
import { DialogButton } from '../parts/dialogs/dialog-button.tsx';
import { ago, counted, localTimes } from '../parts/format.ts';
import { ProblemNote } from '../parts/problem-note.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { changedSince, type Planned, planOf } from './take-back-plan.ts';
import { takenBackIn } from './taken-back.ts';
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
export function takeBackOf(change: DashboardChangeFragment, all: readonly DashboardChangeFragment[]) {
  const { action, resource, resourceId, at } = change;
  if (action !== 'UPDATE') return null;
  const undo = takenBackIn(all).get(change.id);
  if (undo) return <span className="status">Taken back {ago(undo.at)}</span>;
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

/** The plan without the fields that are left as they are. */
const without = (plan: readonly Planned[], left: ReadonlySet<string>): readonly Planned[] =>
  plan.map((planned) => {
    const paths = planned.fields.map(({ path }) => path);
    const kept = new Set(paths.filter((path) => !left.has(`${planned.id} ${path}`)));
    if (!planned.only || kept.size === paths.length) return planned;
    const { item: _, ...others } = planned;
    const item = planned.only(kept);
    return item ? { ...others, item } : others;
  });

interface PreviewProps {
  readonly plan: readonly Planned[];
  readonly onDone: () => void;
}

function Preview({ plan: whole, onDone }: PreviewProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const plan = useMemo(() => without(whole, left), [whole, left]);
  const choose = (keys: readonly string[], isOn: boolean) =>
    setLeft(new Set(isOn ? [...left].filter((key) => !keys.includes(key)) : [...left, ...keys]));
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
        {rows.map(({ id, name, owner, fields, item, only, changes, reason }) => (
          <li key={id}>
            <FieldBoxes {...{ id, name, fields, left }} canChoose={only !== undefined} onChoose={choose} />
            {reason ? (
              <p className="issue">{localTimes(reason)}</p>
            ) : item ? (
              tried.data && <Differences fields={changes} {...owner} />
            ) : (
              <p className="muted">Stays as it is.</p>
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

interface BoxesProps extends Pick<Planned, 'id' | 'name' | 'fields'> {
  readonly left: ReadonlySet<string>;
  readonly canChoose: boolean;
  readonly onChoose: (keys: readonly string[], isOn: boolean) => void;
}

/** A thing with a box for all of it and, where several fields were changed, one for each. */
function FieldBoxes({ id, name, fields, left, canChoose, onChoose }: BoxesProps) {
  const keys = fields.map(({ path }) => `${id} ${path}`);
  const title = (
    <strong>
      <bdi>{name}</bdi>
    </strong>
  );
  if (!canChoose) return title;
  const box = (own: readonly string[], label: ReactNode) => (
    <label className="check" key={own.join()}>
      <input
        type="checkbox"
        checked={own.some((key) => !left.has(key))}
        onChange={({ target }) => onChoose(own, target.checked)}
      />
      {label}
    </label>
  );
  return (
    <p className="row">
      {box(keys, title)}
      {fields.length > 1 && fields.map(({ path }) => box([`${id} ${path}`], labelOf(path)))}
    </p>
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
