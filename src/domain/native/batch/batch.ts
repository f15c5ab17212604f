import { cut, MAX_ISSUES, remainder } from '../../../resources/define/issues.ts';
import { ValidationError } from '../../errors.ts';
import type { ItemError } from './codes.ts';
import { type Draft, type ItemRefusal, type NativeRow, wholeRow } from './object.ts';

/** The maximum number of items of one call. */
export const MAX_ITEMS = 500;

/** The outcome of each item, in the order of the batch; undefined where it failed. */
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

/** Returns one entry per failed item: its code is that of the first problem, its text describes all of them. */
function errorOf(errIndex: number, refusals: readonly ItemRefusal[]): ItemError | undefined {
  const [first] = refusals;
  if (!first) return undefined;
  return {
    errIndex,
    code: first.code ?? 'VALIDATION',
    message: first.message,
    description: descriptionOf(refusals),
  };
}

const MAX_DESCRIPTION = 2_000;

/** Returns the descriptions that fit, and how many do not. */
function descriptionOf(refusals: readonly ItemRefusal[]): string {
  const descriptions: string[] = [];
  let room = MAX_DESCRIPTION;
  for (const { description } of refusals) {
    room -= description.length;
    if (room < 0 && descriptions.length > 0)
      return [...descriptions, remainder(refusals.length - descriptions.length)].join('; ');
    descriptions.push(cut(description, MAX_DESCRIPTION));
  }
  return descriptions.join('; ');
}

const MAX_ERROR_BYTES = 24 * 1024;

/** Returns the errors of a batch that fit into one response; the last one says how many more items failed. */
export function boundErrors(errors: readonly ItemError[]): readonly ItemError[] {
  const bounded: ItemError[] = [];
  let room = MAX_ERROR_BYTES;
  for (const error of errors) {
    room -= Buffer.byteLength(JSON.stringify(error));
    const isLast = bounded.length === errors.length - 1;
    if (room < 0 || (bounded.length === MAX_ISSUES - 1 && !isLast))
      return [...bounded, { ...REMAINDER, description: remainder(errors.length - bounded.length) }];
    bounded.push(error);
  }
  return bounded;
}

/** An error that belongs to no item. */
const REMAINDER = { errIndex: -1, code: 'VALIDATION', message: 'Invalid input' } as const;
