import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { likeText } from '../rows.ts';
import type { NativeList } from './view.ts';
import { visibleNativeLists } from './visible.ts';

/** Conditions on native lists, as filters of both faces name them. */
export function nativeListFilter(
  filter: { query?: string | null | undefined; status?: string | null | undefined } | null | undefined,
): Prisma.NativeListWhereInput {
  return {
    ...(filter?.query && { name: { contains: likeText(filter.query), mode: 'insensitive' } }),
    ...(filter?.status && { status: filter.status }),
  };
}

/** The caller's native lists that meet `where`; `query` says what to load, in which order and how many. */
export function findNativeLists(options: {
  ctx: DomainContext;
  where: Prisma.NativeListWhereInput;
  query: Omit<Prisma.NativeListFindManyArgs, 'where'>;
}): Promise<NativeList[]> {
  const { ctx, where, query } = options;
  return ctx.db.nativeList.findMany({ ...query, where: { AND: [visibleNativeLists(ctx), where] } });
}
