import { partOf } from '../../../platform/text/typed.ts';
import { type DomainContext, inTransaction } from '../../context.ts';
import { recordChanges } from '../../notifications/history/record-changes.ts';
import { authorizeNativeWrite } from './access.ts';
import { type BatchResult, batchResult, checkBatchSize } from './batch.ts';
import { DUPLICATE } from './duplicates.ts';
import { type Draft, type NativeObject, type NativeRow, wholeRow } from './object.ts';
import { parseItem } from './parse-item.ts';
import { insertRows, LOCK_WAIT } from './store.ts';

/** Creates up to 500 objects. Valid items are stored; the result says why each of the others was refused. */
export async function createObjects<Row extends NativeRow>(options: {
  ctx: DomainContext;
  object: NativeObject<Row>;
  items: readonly unknown[];
}): Promise<BatchResult<Row>> {
  const { ctx, object, items } = options;
  authorizeNativeWrite(ctx, object.name);
  checkBatchSize(items);
  const run = async (ctx: DomainContext) => {
    const drafts = items.map((item, index) => draftOf(ctx, object, item, index));
    await object.check({ ctx, drafts });
    const good = drafts.filter(({ refusals }) => refusals.length === 0);
    if (good.length > 0) await store(ctx, object, good);
    return batchResult(drafts);
  };
  return inTransaction(ctx, run, LOCK_WAIT);
}

function draftOf<Row extends NativeRow>(
  ctx: DomainContext,
  object: NativeObject<Row>,
  item: unknown,
  index: number,
): Draft<Row> {
  const { fields, extra, refusals } = parseItem({
    ctx,
    object,
    item,
    mode: 'create',
    stored: undefined,
  });
  const now = ctx.now();
  const row = { ...object.defaults, ...fields, extra, seatId: ctx.seatId, createdAt: now, updatedAt: now };
  return {
    index,
    before: undefined,
    row: row as Partial<Row>,
    named: new Set(Object.keys(fields)),
    refusals,
  };
}

async function store<Row extends NativeRow>(
  ctx: DomainContext,
  object: NativeObject<Row>,
  drafts: readonly Draft<Row>[],
): Promise<void> {
  const fields = Object.keys(object.columns);
  const stored = await insertRows(
    ctx,
    object,
    drafts.map(({ row }) => row),
  );
  for (const [position, { row, refusals }] of drafts.entries()) {
    const { id, isStored = false } = stored[position] ?? {};
    Object.assign(row, { id });
    // Fields that were not sent are returned as null, as later reads will return them.
    for (const field of fields) if (partOf(row, field) == null) Reflect.set(row, field, null);
    // Another call stored the same value after the check.
    if (!isStored) refusals.push(DUPLICATE);
  }
  await recordChanges({
    ctx,
    resource: object.resource.name,
    action: 'CREATE',
    changes: drafts
      .filter(({ refusals }) => refusals.length === 0)
      .map((draft) => ({ id: wholeRow(draft).id, after: draft.row })),
  });
}
