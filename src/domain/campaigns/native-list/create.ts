import { sql } from '../../../platform/database/connection/client.ts';
import { Problems } from '../../../resources/define/input.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { checkAdvertiser } from '../advertiser/reference.ts';
import { CreateNativeList } from './input.ts';
import { checkItems } from './rules.ts';
import type { NativeList } from './view.ts';

/** Creates a native list of an advertiser. */
export async function createNativeList(options: {
  ctx: DomainContext;
  input: unknown;
  /** What clients of the observed profile call it. */
  isAppList?: boolean | undefined;
}): Promise<NativeList> {
  const { ctx, input, isAppList = false } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const fields = problems.parse(ctx, CreateNativeList, input);
  checkItems(problems, fields.items);
  await checkAdvertiser({ ctx, problems, path: 'accountId', id: fields.accountId });
  const { accountId, items, ...data } = problems.complete(fields, CreateNativeList);

  return inTransaction(ctx, async (ctx) => {
    const now = ctx.now();
    const list = {
      ...data,
      seatId: ctx.seatId,
      advertiserId: accountId,
      items: items.map(({ itemName }) => itemName),
      isAppList,
      createdAt: now,
      updatedAt: now,
    };
    // The items are bound as one value: Prisma's query builder takes milliseconds for a list of hundreds.
    const [row] = await sql<{ id: number }>(ctx.db)`
      INSERT INTO native_list (seat_id, advertiser_id, name, status, items, is_app_list, created_at, updated_at)
      VALUES (${list.seatId}, ${accountId}, ${list.name}, ${list.status}, ${list.items}::text[], ${isAppList},
        ${now}, ${now})
      RETURNING id`;
    const created = { id: row?.id ?? 0, ...list };
    await recordChange({ ctx, resource: 'NativeList', id: created.id, action: 'CREATE', after: created });
    return created;
  });
}
