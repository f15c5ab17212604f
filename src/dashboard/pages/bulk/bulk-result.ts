import { type Outcome, outcomeOf, type Refusal } from '../../api/outcome.ts';
import { changesIn } from '../../parts/changes/changes-in.ts';
import { number } from '../../parts/format.ts';
import type { Written } from '../../undo/undoable.ts';

/** What became of a row, or would. */
export type BulkResult = Written | Refusal;
export type BulkOutcome = Outcome<Written>;

export const outcomesOf = (results: readonly BulkResult[]): readonly BulkOutcome[] =>
  results.map((result) => outcomeOf<BulkResult>(result));

const isChanged = ({ done }: BulkOutcome): boolean =>
  done !== undefined && changesIn(done.changes).length > 0;

/** `12 changed, 1 unchanged, 2 refused`. */
export function summaryOf(results: readonly BulkResult[], isDone: boolean): string {
  const outcomes = outcomesOf(results);
  const refused = outcomes.filter(({ refusal }) => refusal).length;
  const changed = outcomes.filter(isChanged).length;
  const same = outcomes.length - refused - changed;
  return [
    `${number(changed)} ${isDone ? 'changed' : 'will change'}`,
    ...(same > 0 ? [`${number(same)} unchanged`] : []),
    ...(refused > 0 ? [`${number(refused)} refused`] : []),
  ].join(', ');
}
