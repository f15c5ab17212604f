import { getAdvertiser } from '../advertiser/get.ts';
import type { DomainContext } from '../context.ts';
import { Problems } from '../input.ts';
import { searched } from '../list-fields.ts';
import { idParameter, type ListParameters, parseList } from '../listing.ts';
import { NATIVE_LIST_LIST } from './find.ts';
import type { NativeListSummary } from './view.ts';
import { visibleNativeLists } from './visible.ts';

/**
 * Returns a page of the caller's native lists, of one advertiser if named (NotFoundError without it), without
 * their items (spec 2).
 */
export async function listNativeLists(options: {
  ctx: DomainContext;
  input: ListParameters & { accountId?: string | undefined };
}): Promise<NativeListSummary[]> {
  const { ctx, input } = options;
  const problems = new Problems();
  const accountId = idParameter(problems, 'accountId', input.accountId);
  const { query, ...page } = parseList({ ctx, input, list: NATIVE_LIST_LIST, problems });
  if (accountId !== undefined) await getAdvertiser({ ctx, id: accountId });
  return ctx.db.nativeList.findMany({
    ...page,
    omit: { items: true },
    where: {
      AND: [
        visibleNativeLists(ctx),
        searched(NATIVE_LIST_LIST, query),
        accountId === undefined ? {} : { advertiserId: accountId },
      ],
    },
  });
}
