import type { ReactNode } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { useDryRun } from '../../api/use-dry-run.ts';
import { useWrite } from '../../api/use-write.ts';
import type { TypedDocumentString } from '../../generated/graphql.ts';
import { AskAgain } from '../../parts/ask-again.tsx';
import { counted, wait } from '../../parts/format.ts';
import { useWait } from '../../parts/retry-button.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { offerUndo } from '../../undo/last-write.ts';
import { UndoNote } from '../../undo/undo-note.tsx';
import { undoableOf } from '../../undo/undoable.ts';
import { type BulkResult, type BulkRow, Results } from './results.tsx';

interface Props<Input, Data> {
  /** As they are before the change. */
  readonly rows: readonly BulkRow[];
  /** Of one row, such as `line`. */
  readonly noun: string;
  /** What the change does with so many rows, such as `12 lines paused`. */
  readonly textOf: (rows: string) => string;
  readonly document: TypedDocumentString<Data, { inputs: Input[]; validateOnly: boolean }>;
  /** Undefined while the change is not complete. */
  readonly inputs: Input[] | undefined;
  readonly resultsOf: (data: Data) => readonly BulkResult[];
  /** What is to change. */
  readonly children: ReactNode;
}

/** A change of many rows: each one's result by the service's own check, and after it is made. */
export function BulkForm<Input extends { readonly id: string | number }, Data>(props: Props<Input, Data>) {
  const { rows, noun, textOf, document, inputs, resultsOf, children } = props;
  const tried = useDryRun(document, inputs && { inputs });
  const write = useWrite(document);
  useUnsaved(inputs !== undefined && !write.data && !write.isPending);
  const waitS = useWait(write.error);
  if (write.data)
    return (
      <>
        <UndoNote />
        <Results rows={rows} results={resultsOf(write.data)} isDone />
      </>
    );
  async function apply(sent: Input[]) {
    const answer = await write.run({ inputs: sent, validateOnly: false });
    if (!answer) return;
    offerUndo(undoableOf(resultsOf(answer), (count) => textOf(counted(count, noun))));
  }
  const preview = inputs && tried.data ? resultsOf(tried.data) : undefined;
  const isPossible =
    preview?.some((result) => (outcomeOf<BulkResult>(result).done?.changes.length ?? 0) > 0) === true;
  const said = write.error ?? tried.problem;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (inputs) void apply(inputs);
      }}
    >
      <div className="fields">{children}</div>
      {said && (
        <div className="note bad" role="alert">
          <p>{said.message}</p>
          {!write.error && <AskAgain tried={tried} />}
        </div>
      )}
      {preview && (
        <div className={tried.isCurrent ? undefined : 'stale'}>
          <Results rows={rows} results={preview} />
        </div>
      )}
      <p className="row end">
        <button
          type="submit"
          className="primary"
          disabled={!isPossible || !tried.isCurrent || write.isPending || waitS > 0}
        >
          {waitS > 0 ? `Apply in ${wait(waitS)}` : 'Apply'}
        </button>
      </p>
    </form>
  );
}
