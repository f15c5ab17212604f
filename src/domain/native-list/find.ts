import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { defineList, idField, MOMENTS, statusField, textField } from '../list-fields.ts';
import type { NativeList } from './view.ts';
import { visibleNativeLists } from './visible.ts';

export const NATIVE_LIST_LIST = defineList({
  search: 'name',
  fields: {
    id: idField('NativeList', 'id'),
    accountId: idField('Advertiser', 'advertiserId'),
    name: textField('name'),
    status: statusField,
    ...MOMENTS,
  },
});

/** Finds the caller's native lists that match `where`. `query` sets what to load, the order and the limit. */
export function findNativeLists(options: {
  ctx: DomainContext;
  where: Prisma.NativeListWhereInput;
  query: Omit<Prisma.NativeListFindManyArgs, 'where'>;
}): Promise<NativeList[]> {
  const { ctx, where, query } = options;
  return ctx.db.nativeList.findMany({ ...query, where: { AND: [visibleNativeLists(ctx), where] } });
}
