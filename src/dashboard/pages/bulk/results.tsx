import { outcomeOf } from '../../api/outcome.ts';
import type { DashboardUpdateAdsMutation, DashboardUpdateLinesMutation } from '../../generated/graphql.ts';
import { Differences } from '../../parts/changes/differences.tsx';

export type BulkResult =
  | DashboardUpdateLinesMutation['updateLines'][number]
  | DashboardUpdateAdsMutation['updateAds'][number];

interface Props {
  readonly rows: readonly { readonly id: string; readonly name: string }[];
  readonly results: readonly BulkResult[];
  /** Made, and not a preview. */
  readonly isDone?: boolean;
}

/** Each row with what changes, or with the service's words why not. */
export function Results({ rows, results, isDone = false }: Props) {
  const refused = results.filter((result) => outcomeOf(result).refusal).length;
  const changed = results.length - refused;
  return (
    <section aria-live="polite" aria-label={isDone ? 'Results' : 'What will change'}>
      <h3>
        {isDone ? `${changed} changed` : `${changed} will change`}
        {refused > 0 && `, ${refused} refused`}
      </h3>
      <ol className="changes">
        {rows.map(({ id, name }, index) => {
          const result = results[index];
          const { done, refusal } = result ? outcomeOf(result) : {};
          return (
            <li key={id}>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              {done && <Differences fields={done.changes} />}
              {refusal && <p className="issue">{refusal.message}</p>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
