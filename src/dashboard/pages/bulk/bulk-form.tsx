import { type ReactNode, useState } from 'react';
import { inCalls, type ManyVerb } from '../../api/in-calls.ts';
import { outcomeOf } from '../../api/outcome.ts';
import { useTried } from '../../api/use-dry-run.ts';
import { useShown } from '../../api/use-shown.ts';
import { announce } from '../../parts/announce.ts';
import { AskAgain } from '../../parts/ask-again.tsx';
import { counted, number, wait } from '../../parts/format.ts';
import { useWait } from '../../parts/retry-button.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { offerUndo } from '../../undo/last-write.ts';
import { undoableOf } from '../../undo/undoable.ts';
import { BulkDone } from './bulk-done.tsx';
import { type BulkResult, summaryOf } from './bulk-result.ts';
import { type BulkRow, Results } from './results.tsx';
import { useBulkWrite } from './use-bulk-write.ts';

interface Props<Input> {
  /** As they are before the change. */
  readonly rows: readonly BulkRow[];
  /** Of one row, such as `line`. */
  readonly noun: string;
  /** What the change does with so many rows, such as `12 lines paused`. */
  readonly textOf: (rows: string) => string;
  readonly verb: ManyVerb<Input, BulkResult>;
  /** Undefined while the change is not complete. */
  readonly inputs: readonly Input[] | undefined;
  /** What the change would mean, beside what it changes. */
  readonly impact?: (results: readonly BulkResult[]) => ReactNode;
  /** What is to change. */
  readonly children: ReactNode;
}

/** A change of many rows: each one's result by the service's own check, and after it is made. */
export function BulkForm<Input>(props: Props<Input>) {
  const { rows, noun, textOf, verb, inputs, impact, children } = props;
  const isShown = useShown();
  const [checked, setChecked] = useState(0);
  const tried = useTried('bulk', inputs, (asked, signal) => {
    setChecked(0);
    const onResults = (results: readonly BulkResult[]) => signal.aborted || setChecked(results.length);
    return inCalls(verb, asked, { validateOnly: true, signal, onResults });
  });
  const { state, run } = useBulkWrite(verb, (results) => {
    offerUndo(undoableOf(results, (count) => textOf(counted(count, noun))));
    // While the dialog is open, it says itself what became of each.
    if (!isShown.current) announce(summaryOf(results, true), true);
  });
  useUnsaved(inputs !== undefined && !state?.isBusy && !state?.isDone);
  const waitS = useWait(state?.problem);
  if (state?.isDone) return <BulkDone rows={rows} results={state.results} />;
  const preview = inputs && tried.data;
  const isPossible =
    preview?.some((result) => (outcomeOf<BulkResult>(result).done?.changes.length ?? 0) > 0) === true;
  const said = state?.problem ?? tried.problem;
  const isLong = rows.length > verb.perCall;
  const isStarted = state !== undefined && state.results.length > 0;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        const sent = isStarted ? state.inputs : inputs;
        if (sent) void run(sent);
      }}
    >
      {/* What is under way, or was stopped in the middle, is no longer another change. */}
      <fieldset className="plain" disabled={state?.isBusy === true || isStarted}>
        <div className="fields">{children}</div>
      </fieldset>
      {said && (
        <div className="note bad" role="alert">
          <p>{said.message}</p>
          {isStarted && <p>{progress(state.results.length, rows.length, 'changed')}</p>}
          {!state?.problem && <AskAgain tried={tried} />}
        </div>
      )}
      {isLong && tried.isBusy && !state && (
        <p className="muted" role="status">
          {progress(checked, rows.length, 'checked')}
        </p>
      )}
      {preview && !isStarted && (
        <div className={tried.isCurrent ? undefined : 'stale'}>
          {impact?.(preview)}
          <Results rows={rows} results={preview} />
        </div>
      )}
      {isStarted && <Results rows={rows} results={state.results} isDone />}
      <p className="row end">
        {isLong && state?.isBusy && (
          <span role="status">{progress(state.results.length, rows.length, 'changed')}</span>
        )}
        <button
          type="submit"
          className="primary"
          disabled={state?.isBusy === true || waitS > 0 || !(isStarted || (isPossible && tried.isCurrent))}
        >
          {buttonText({ waitS, isStarted, isBusy: state?.isBusy === true })}
        </button>
      </p>
    </form>
  );
}

const progress = (done: number, all: number, what: string) => `${number(done)} of ${number(all)} ${what}.`;

function buttonText(options: {
  readonly waitS: number;
  readonly isStarted: boolean;
  readonly isBusy: boolean;
}): string {
  const { waitS, isStarted, isBusy } = options;
  if (isBusy) return 'Applying…';
  const text = isStarted ? 'Continue' : 'Apply';
  return waitS > 0 ? `${text} in ${wait(waitS)}` : text;
}
