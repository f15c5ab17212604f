import { useState } from 'react';
import { changesIn } from '../../parts/changes/changes-in.ts';
import { Differences } from '../../parts/changes/differences.tsx';
import type { SharpChange } from '../../parts/changes/sharp-change.ts';
import { localTimes, number } from '../../parts/format.ts';
import { wordsOf } from '../../parts/issue.ts';
import { type BulkOutcome, type BulkResult, outcomesOf, summaryOf } from './bulk-result.ts';

export interface BulkRow {
  readonly id: string;
  readonly name: string;
  /** Of its amounts: rows of several advertisers may stand in one list. */
  readonly currency?: string;
  /** In which its times are shown. */
  readonly timeZone?: string;
}

interface Props {
  readonly rows: readonly BulkRow[];
  /** Of the first rows, where there are less. */
  readonly results: readonly BulkResult[];
  /** Made, and not a preview. */
  readonly isDone?: boolean;
}

/** As many as one looks through. */
const MAX_SHOWN = 100;

/** Each row with what changes, or with the service's words why not. Of many, those that are refused come first. */
export function Results({ rows, results, isDone = false }: Props) {
  const [isAll, setAll] = useState(false);
  const all = outcomesOf(results).flatMap((outcome, index) => {
    const row = rows[index];
    return row ? [{ row, outcome }] : [];
  });
  const sorted =
    all.length > MAX_SHOWN ? all.toSorted((one, other) => rank(one.outcome) - rank(other.outcome)) : all;
  const shown = isAll ? sorted : sorted.slice(0, MAX_SHOWN);
  const sharply = (change: SharpChange) =>
    isDone ? 0 : all.filter(({ outcome }) => changesSharply(outcome, change)).length;
  const [growing, falling] = [sharply('RISE'), sharply('FALL')];
  return (
    <section aria-live="polite" aria-label={isDone ? 'Results' : 'What will change'}>
      <h3>{summaryOf(results, isDone)}</h3>
      {growing > 0 && (
        <p className="note warn">
          {growing === all.length ? 'All' : number(growing)} of them get more than three times as much as they
          have.
        </p>
      )}
      {falling > 0 && (
        <p className="note warn">
          {falling === all.length ? 'All' : number(falling)} of them get less than a third of what they have.
        </p>
      )}
      <ol className="changes">
        {shown.map(({ row: { id, name, currency, timeZone }, outcome: { done, refusal } }) => (
          <li key={id}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            {done && <Differences fields={done.changes} isPlanned={!isDone} {...{ currency, timeZone }} />}
            {refusal && <p className="issue">{localTimes(wordsOf(refusal).join(' '))}</p>}
          </li>
        ))}
      </ol>
      {sorted.length > shown.length && (
        <button type="button" onClick={() => setAll(true)}>
          Show {number(sorted.length - shown.length)} more
        </button>
      )}
    </section>
  );
}

/** What needs a look comes first. */
const rank = (outcome: BulkOutcome): number => (outcome.refusal ? 0 : changesSharply(outcome) ? 1 : 2);

const changesSharply = ({ done }: BulkOutcome, by?: SharpChange): boolean =>
  done !== undefined && changesIn(done.changes).some(({ sharp }) => sharp && (!by || sharp === by));
