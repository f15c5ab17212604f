import type { Prisma } from '../../../platform/database/generated/prisma/client.ts';
import { restListOf } from '../../../resources/filter/list.ts';
import type { DomainContext } from '../../context.ts';
import { NATIVE_LIST } from './definition.ts';
import type { NativeList } from './view.ts';
import { visibleNativeLists } from './visible.ts';

export const NATIVE_LIST_LIST = restListOf(NATIVE_LIST);

/** Finds the caller's native lists that match `where`. `query` sets what to load, the order and the limit. */
export function findNativeLists(options: {
  ctx: DomainContext;
  where: Prisma.NativeListWhereInput;
  query: Omit<Prisma.NativeListFindManyArgs, 'where'>;
}): Promise<NativeList[]> {
  const { ctx, where, query } = options;
  return ctx.db.nativeList.findMany({ ...query, where: { AND: [visibleNativeLists(ctx), where] } });
}
