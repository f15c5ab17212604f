import { isRecord } from '../../../resources/define/input.ts';
import { type DomainContext, inTransaction } from '../../context.ts';
import {
  ConflictError,
  type DomainError,
  NotFoundError,
  ValidationError,
  type ValidationIssue,
} from '../../errors.ts';
import type { BatchResult } from './batch.ts';
import { CHANNEL_MISMATCH, INVALID_BIDS } from './channels.ts';
import { createObjects } from './create-objects.ts';
import { DUPLICATE } from './duplicates.ts';
import type { ItemRefusal, NativeObject, NativeRow } from './object.ts';
import { LOCK_WAIT } from './store.ts';
import { updateObjects } from './update-objects.ts';

/** Creates one object by the rules of a batch. Throws the item's problems as an error. */
export function createObject<Row extends NativeRow>(options: {
  ctx: DomainContext;
  object: NativeObject<Row>;
  input: unknown;
}): Promise<Row> {
  const { ctx, object, input } = options;
  return onlyRow({ ctx, object, run: (ctx) => createObjects({ ctx, object, items: [input] }) });
}

/** Changes one object by the rules of a batch. Throws the item's problems as an error. */
export function updateObject<Row extends NativeRow>(options: {
  ctx: DomainContext;
  object: NativeObject<Row>;
  id: number;
  input: unknown;
  /** If set, throws ConflictError unless the stored `updatedAt` still has this value. */
  unchangedSince?: Date | undefined;
}): Promise<Row> {
  const { ctx, object, id, input } = options;
  const items = [isRecord(input) ? { ...input, id } : input];
  const unchangedSince = [options.unchangedSince];
  return onlyRow({ ctx, object, run: (ctx) => updateObjects({ ctx, object, items, unchangedSince }) });
}

/**
 * Returns the row of a batch with one item. Throws a refusal within the transaction, so that a call that stores nothing
 * commits nothing.
 */
export function onlyRow<Row extends NativeRow>(options: {
  ctx: DomainContext;
  object: NativeObject<Row>;
  run: (ctx: DomainContext) => Promise<BatchResult<Row>>;
}): Promise<Row> {
  const { ctx, object, run } = options;
  const runOne = async (ctx: DomainContext) => {
    const batch = await run(ctx);
    const [row] = batch.rows;
    if (row) return row;
    throw refusalOf({ object, batch, index: 0 });
  };
  return inTransaction(ctx, runOne, LOCK_WAIT);
}

/** Returns the error for an item of a batch that was sent on its own. */
export function refusalOf<Row extends NativeRow>(options: {
  object: NativeObject<Row>;
  batch: BatchResult<Row>;
  index: number;
}): DomainError {
  const { object, batch, index } = options;
  const error = batch.errors.find(({ errIndex }) => errIndex === index);
  if (error?.code === 'NOT_FOUND') return new NotFoundError(object.resource.one);
  if (error?.code === 'CONFLICT') {
    const id = batch.refusals[index]?.find(({ current }) => current !== undefined)?.current;
    return new ConflictError(
      error.description,
      undefined,
      id === undefined ? undefined : `${object.resource.name}:${id}`,
    );
  }
  return new ValidationError((batch.refusals[index] ?? []).map(issueOf));
}

/** Documented messages that need no further description. */
const DOCUMENTED: ReadonlySet<string> = new Set([CHANNEL_MISMATCH, INVALID_BIDS, DUPLICATE.message]);

const issueOf = ({ path, message, description }: ItemRefusal): ValidationIssue => ({
  path,
  message: DOCUMENTED.has(message) ? message : description,
});
