import type { DomainContext } from '../context.ts';
import { NotFoundError } from '../errors.ts';
import { byId } from '../rows.ts';
import type { NativeList } from './view.ts';
import { visibleNativeLists } from './visible.ts';

export async function getNativeList(options: { ctx: DomainContext; id: number }): Promise<NativeList> {
  const { ctx, id } = options;
  const list = await ctx.db.nativeList.findFirst({ where: { AND: [visibleNativeLists(ctx), byId(id)] } });
  if (!list) throw new NotFoundError('Native list');
  return list;
}
