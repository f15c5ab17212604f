import { boolean, id, list, object } from '../../../resources/define/fields.ts';
import type { Problems } from '../../../resources/define/input.ts';
import { isId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { asEnabled, storeDifference, type TargetKind } from './kind.ts';

/** The maximum number of native lists that one line can block. */
const MAX_LISTS = 100;

const added = object('NativeListBlock', {
  id: id('NativeList').describe('A native list of the line’s advertiser.'),
  exclude: boolean()
    .refine((value) => value, 'must be true, because native lists can only be blocked')
    .describe('Whether the list is blocked. Must be true.'),
});

const block = object('NativeListChange', {
  clearAll: boolean().optional().describe('Whether to unblock all native lists first.'),
  removed: list(id('NativeList'), MAX_LISTS)
    .optional()
    .describe('The native lists to unblock. Lists that are not blocked are ignored.'),
  added: list(added, MAX_LISTS).optional().describe('The native lists to block.'),
})
  .optional()
  .describe('The changes to the blocked native lists, applied in the order `clearAll`, `removed`, `added`.');

/** Blocks the sites and apps of native lists. */
export const nativeLists: TargetKind<typeof block> = {
  name: 'NATIVE_LIST',
  block,
  async prepare({ ctx, problems, line, sent }) {
    const { clearAll = false, removed = [], added = [] } = sent;
    const stored = await ctx.db.lineNativeList.findMany({ where: { lineId: line.id } });
    const blocked = new Set(stored.map(({ nativeListId }) => nativeListId));
    const ids = added.map((item) => item.id);
    await checkLists({ ctx, problems, advertiserId: line.advertiserId, ids, blocked });
    const targeted = new Set(clearAll ? [] : blocked);
    for (const listId of removed) targeted.delete(listId);
    for (const listId of ids) targeted.add(listId);
    if (targeted.size > MAX_LISTS)
      problems.add('nativeLists.added', `must not leave the line with more than ${MAX_LISTS} native lists`);
    return storeDifference(asEnabled(blocked), asEnabled(targeted), async ({ removed, added }) => {
      await ctx.db.lineNativeList.deleteMany({
        where: { lineId: line.id, nativeListId: { in: removed } },
      });
      await ctx.db.lineNativeList.createMany({
        data: added.map(([nativeListId]) => ({ lineId: line.id, nativeListId })),
      });
    });
  },
};

/** The lists must belong to the line's own advertiser. One that is not ACTIVE can stay blocked but cannot be added. */
async function checkLists(options: {
  ctx: DomainContext;
  problems: Problems;
  advertiserId: number;
  ids: readonly number[];
  blocked: ReadonlySet<number>;
}): Promise<void> {
  const { ctx, problems, advertiserId, ids, blocked } = options;
  if (ids.length === 0) return;
  const found = await ctx.db.nativeList.findMany({
    where: { seatId: ctx.seatId, advertiserId, id: { in: ids.filter(isId) } },
    select: { id: true, status: true },
  });
  const statusOf = new Map(found.map((row) => [row.id, row.status]));
  for (const [index, listId] of ids.entries()) {
    const path = `nativeLists.added[${index}].id`;
    const status = statusOf.get(listId);
    if (status === undefined) problems.add(path, 'must be the ID of a native list of the line’s advertiser');
    else if (status !== 'ACTIVE' && !blocked.has(listId))
      problems.add(path, `names a list that is ${status}, but only an ACTIVE list can be newly blocked`);
  }
}
