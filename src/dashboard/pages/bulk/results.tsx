import { outcomeOf } from '../../api/outcome.ts';
import type { DashboardUpdateAdsMutation, DashboardUpdateLinesMutation } from '../../generated/graphql.ts';
import { changesIn } from '../../parts/changes/changes-in.ts';
import { Differences } from '../../parts/changes/differences.tsx';
import { localTimes } from '../../parts/format.ts';
import { wordsOf } from '../../parts/issue.ts';

export type BulkResult =
  | DashboardUpdateLinesMutation['updateLines'][number]
  | DashboardUpdateAdsMutation['updateAds'][number];

export interface BulkRow {
  readonly id: string;
  readonly name: string;
  /** Of its amounts: rows of several advertisers may stand in one list. */
  readonly currency?: string;
}

interface Props {
  readonly rows: readonly BulkRow[];
  readonly results: readonly BulkResult[];
  /** Made, and not a preview. */
  readonly isDone?: boolean;
}

/** Each row with what changes, or with the service's words why not. */
export function Results({ rows, results, isDone = false }: Props) {
  const outcomes = results.map((result) => outcomeOf<BulkResult>(result));
  const refused = outcomes.filter(({ refusal }) => refusal).length;
  const changed = outcomes.filter(({ done }) => done && changesIn(done.changes).length > 0).length;
  const same = outcomes.length - refused - changed;
  return (
    <section aria-live="polite" aria-label={isDone ? 'Results' : 'What will change'}>
      <h3>
        {isDone ? `${changed} changed` : `${changed} will change`}
        {same > 0 && `, ${same} unchanged`}
        {refused > 0 && `, ${refused} refused`}
      </h3>
      <ol className="changes">
        {rows.map(({ id, name, currency }, index) => {
          const { done, refusal } = outcomes[index] ?? {};
          return (
            <li key={id}>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              {done && <Differences fields={done.changes} currency={currency} />}
              {refusal && <p className="issue">{localTimes(wordsOf(refusal).join(' '))}</p>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
