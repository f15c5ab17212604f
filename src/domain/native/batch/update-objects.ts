import { partOf } from '../../../platform/text/typed.ts';
import { withArticle } from '../../../platform/text/words.ts';
import { changedFields } from '../../../resources/define/changed-fields.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { isId, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { type DomainContext, inTransaction } from '../../context.ts';
import { recordChanges } from '../../notifications/history/record-changes.ts';
import { authorizeNativeWrite } from './access.ts';
import { type BatchResult, batchResult, checkBatchSize } from './batch.ts';
import { type Draft, type ItemRefusal, type NativeObject, type NativeRow, wholeRow } from './object.ts';
import { parseItem } from './parse-item.ts';
import { LOCK_WAIT, lockRows, updateRows } from './store.ts';

/** Updates up to 500 objects, item by item. Each item has the `id` of an object and the fields to change. */
export async function updateObjects<Row extends NativeRow>(options: {
  ctx: DomainContext;
  object: NativeObject<Row>;
  items: readonly unknown[];
  /** For each item: it is refused as a conflict unless the stored `updatedAt` still has this value. */
  unchangedSince?: readonly (Date | undefined)[];
}): Promise<BatchResult<Row>> {
  const { ctx, object, items, unchangedSince = [] } = options;
  authorizeNativeWrite(ctx, object.name);
  checkBatchSize(items);
  const run = async (ctx: DomainContext) => {
    const ids = items.map(idOf);
    const stored = await lockRows(ctx, object, ids.filter(isId));
    const seen = new Set<number>();
    const drafts = items.map((item, index) => {
      const id = ids[index] ?? 0;
      const draft = draftOf({ ctx, object, item, index, id, before: stored.get(id) });
      if (seen.has(id) && draft.before) draft.refusals.push(REPEATED);
      const since = unchangedSince[index]?.getTime();
      if (since !== undefined && draft.before && draft.before.updatedAt.getTime() !== since)
        draft.refusals.unshift({ ...CHANGED, current: id });
      seen.add(id);
      return draft;
    });
    await object.check({ ctx, drafts: drafts.filter(({ before }) => before) });
    await store(ctx, object, drafts);
    return batchResult(drafts);
  };
  return inTransaction(ctx, run, LOCK_WAIT);
}

const idOf = (item: unknown): number => (isRecord(item) && typeof item.id === 'number' ? item.id : 0);

const REPEATED: ItemRefusal = {
  path: 'id',
  message: 'Duplicate id',
  description: 'Another item of the request changes the same object',
};

const CHANGED: ItemRefusal = {
  path: 'updatedAt',
  code: 'CONFLICT',
  message: 'Request conflict',
  description: 'The object was changed after it was read',
};

function draftOf<Row extends NativeRow>(options: {
  ctx: DomainContext;
  object: NativeObject<Row>;
  item: unknown;
  index: number;
  id: number;
  before: Row | undefined;
}): Draft<Row> {
  const { ctx, object, item, index, id, before } = options;
  const parsed = parseItem({
    ctx,
    object,
    item,
    mode: 'update',
    stored: before,
  });
  const named = new Set(Object.keys(parsed.fields));
  if (!before)
    return { index, before, row: {}, named, refusals: [...absent(object, item, id), ...parsed.refusals] };
  const refusals = [...frozen(object, before, parsed.fields), ...parsed.refusals];
  if (before.status === 'DELETED')
    refusals.unshift({
      path: 'status',
      message: 'Invalid status',
      description: `A deleted ${object.name} cannot be changed`,
    });
  const row = { ...before, ...parsed.fields, extra: parsed.extra };
  return { index, before, row, named, refusals };
}

function absent<Row extends NativeRow>(object: NativeObject<Row>, item: unknown, id: number): ItemRefusal[] {
  if (!isRecord(item)) return [];
  if (!Number.isInteger(item.id))
    return [
      {
        path: 'id',
        message: 'Invalid id',
        description: `id must be the integer ID of ${withArticle(object.name)}`,
      },
    ];
  return [
    {
      path: 'id',
      code: 'NOT_FOUND',
      message: 'Not found',
      description: `There is no ${object.name} ${id}`,
    },
  ];
}

function frozen<Row extends NativeRow>(
  object: NativeObject<Row>,
  before: Row,
  fields: Readonly<Record<string, unknown>>,
): ItemRefusal[] {
  return object.immutable
    .filter((field) => fields[field] !== undefined && fields[field] !== partOf(before, field))
    .map((field) => ({
      path: field,
      message: field === 'advertiserId' ? 'Invalid advertiser id' : 'Invalid input',
      description: `${field} cannot be changed`,
    }));
}

async function store<Row extends NativeRow>(
  ctx: DomainContext,
  object: NativeObject<Row>,
  drafts: readonly Draft<Row>[],
): Promise<void> {
  const good = drafts.filter(
    ({ before, row, refusals }) => before && refusals.length === 0 && changedFields(before, row),
  );
  if (good.length === 0) return;
  for (const { before, row } of good)
    Object.assign(row, before && { updatedAt: nextUpdatedAt(ctx, before.updatedAt) });
  await updateRows(ctx, object, good.map(wholeRow));
  await recordChanges({
    ctx,
    resource: object.resource.name,
    action: 'UPDATE',
    changes: good.map((draft) => ({ id: wholeRow(draft).id, before: draft.before ?? {}, after: draft.row })),
  });
}
