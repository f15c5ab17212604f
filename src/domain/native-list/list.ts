import { getAdvertiser } from '../advertiser/get.ts';
import type { DomainContext } from '../context.ts';
import { Problems } from '../input.ts';
import { idParameter, type ListParameters, parseList } from '../listing.ts';
import { nativeListFilter } from './find.ts';
import type { NativeListSummary } from './view.ts';
import { visibleNativeLists } from './visible.ts';

/** The scalar fields of a native list, by which a list can be sorted. */
export const NATIVE_LIST_COLUMNS = {
  id: 'id',
  accountId: 'advertiserId',
  name: 'name',
  status: 'status',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
} as const;

/** One page of the caller's native lists, of one advertiser if named (NotFoundError without it), without their items (spec 2). */
export async function listNativeLists(options: {
  ctx: DomainContext;
  input: ListParameters & { accountId?: string | undefined };
}): Promise<NativeListSummary[]> {
  const { ctx, input } = options;
  const problems = new Problems();
  const accountId = idParameter(problems, 'accountId', input.accountId);
  const { query, ...page } = parseList({ ctx, input, columns: NATIVE_LIST_COLUMNS, problems });
  if (accountId !== undefined) await getAdvertiser({ ctx, id: accountId });
  return ctx.db.nativeList.findMany({
    ...page,
    omit: { items: true },
    where: {
      AND: [
        visibleNativeLists(ctx),
        nativeListFilter({ query }),
        accountId === undefined ? {} : { advertiserId: accountId },
      ],
    },
  });
}
