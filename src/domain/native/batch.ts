import { ValidationError } from '../errors.ts';
import type { ItemError } from './codes.ts';
import { type Draft, type ItemRefusal, type NativeRow, wholeRow } from './object.ts';

/** Items of one call at most (RULINGS N2). */
export const MAX_ITEMS = 500;

/** What became of each item, in the order of the batch; undefined where it failed. */
export interface BatchResult<Row extends NativeRow> {
  readonly rows: readonly (Row | undefined)[];
  readonly errors: readonly ItemError[];
  /** Every problem of each item, in the order of the batch. */
  readonly refusals: readonly (readonly ItemRefusal[])[];
}

export function checkBatchSize(items: readonly unknown[]): void {
  if (items.length > MAX_ITEMS)
    throw new ValidationError([{ path: '', message: `A request can contain at most ${MAX_ITEMS} objects.` }]);
  if (items.length === 0) throw new ValidationError([{ path: '', message: 'The array is empty.' }]);
}

export function batchResult<Row extends NativeRow>(drafts: readonly Draft<Row>[]): BatchResult<Row> {
  return {
    rows: drafts.map((draft) => (draft.refusals.length === 0 ? wholeRow(draft) : undefined)),
    errors: drafts.flatMap(({ index, refusals }) => errorOf(index, refusals) ?? []),
    refusals: drafts.map(({ refusals }) => refusals),
  };
}

/** One entry per failed item: the first problem names it, all problems describe it. */
function errorOf(errIndex: number, refusals: readonly ItemRefusal[]): ItemError | undefined {
  const [first] = refusals;
  if (!first) return undefined;
  return {
    errIndex,
    code: first.code ?? 'VALIDATION',
    message: first.message,
    description: refusals.map(({ description }) => description).join('; '),
  };
}
