import { useEffect, useState } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { request } from '../../api/request.ts';
import { useWrite } from '../../api/use-write.ts';
import {
  type DashboardLineRowFragment,
  DashboardUpdateLinesDocument,
  type DashboardUpdateLinesMutation,
} from '../../generated/graphql.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { type BulkChange, inputFor, isComplete, needsPercent, WHAT } from './bulk-change.ts';
import { Results } from './results.tsx';

type Outcomes = DashboardUpdateLinesMutation['updateLines'];

interface Props {
  readonly lines: readonly DashboardLineRowFragment[];
  readonly onDone: () => void;
}

/** One change for the selected lines: each line's own result before it is made, and after. */
export function BulkLines({ lines, onDone }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (lines.length === 0) return null;
  const name = `Edit ${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`;
  return (
    <>
      <button type="button" className="primary" onClick={() => setOpen(true)}>
        {name}
      </button>
      {isOpen && (
        <Dialog
          title={name}
          wide
          onClose={() => {
            setOpen(false);
            onDone();
          }}
        >
          <Form lines={lines} />
        </Dialog>
      )}
    </>
  );
}

function Form({ lines: given }: { readonly lines: readonly DashboardLineRowFragment[] }) {
  // As they were selected: what is read again meanwhile must not move the preconditions.
  const [lines] = useState(given);
  const [change, setChange] = useState<BulkChange>({ what: 'PAUSED', percent: '' });
  const [done, setDone] = useState<Outcomes>();
  const [refusal, setRefusal] = useState<string>();
  const preview = usePreview(lines, change);
  const write = useWrite(DashboardUpdateLinesDocument);

  async function apply() {
    const inputs = lines.map((line) => inputFor(line, change));
    try {
      setDone((await write.mutateAsync({ inputs, validateOnly: false })).updateLines);
    } catch (error) {
      setRefusal((error as Error).message);
    }
  }

  if (done) return <Results lines={lines} results={done} isDone />;
  const isPossible = preview?.some((result) => outcomeOf(result).done) === true;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <div className="fields">
        <label>
          Change
          <select
            value={change.what}
            onChange={({ target }) => setChange({ ...change, what: target.value as BulkChange['what'] })}
          >
            {Object.entries(WHAT).map(([what, name]) => (
              <option key={what} value={what}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {needsPercent(change) && (
          <label>
            Percent
            <input
              inputMode="decimal"
              placeholder="-10"
              value={change.percent}
              onChange={({ target }) => setChange({ ...change, percent: target.value })}
            />
          </label>
        )}
      </div>
      {refusal && (
        <p className="note bad" role="alert">
          {refusal}
        </p>
      )}
      {preview && <Results lines={lines} results={preview} />}
      <p className="row end">
        <button type="submit" className="primary" disabled={!isPossible || write.isPending}>
          Apply
        </button>
      </p>
    </form>
  );
}

/** What the change would do to each line, by the service's own check. */
function usePreview(lines: readonly DashboardLineRowFragment[], change: BulkChange): Outcomes | undefined {
  const [results, setResults] = useState<Outcomes>();
  useEffect(() => {
    setResults(undefined);
    if (!isComplete(change)) return;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      const inputs = lines.map((line) => inputFor(line, change));
      request(DashboardUpdateLinesDocument, { inputs, validateOnly: true }, asked)
        .then(({ updateLines }) => setResults(updateLines))
        .catch(() => undefined);
    }, 250);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [lines, change]);
  return results;
}
