import type { DomainContext } from '../context.ts';
import { NotFoundError } from '../errors.ts';
import { isId } from '../rows.ts';
import { checkFeature } from './access.ts';
import type { NativeObject, NativeRow } from './object.ts';
import { selectList, tableOf } from './store.ts';

/** One object of the caller's seat, deleted ones too. */
export async function getObject<Row extends NativeRow>(options: {
  ctx: DomainContext;
  object: NativeObject<Row>;
  id: number;
}): Promise<Row> {
  const { ctx, object, id } = options;
  checkFeature(ctx, object.name);
  const rows = isId(id)
    ? await ctx.db.$queryRaw<Row[]>`
        SELECT ${selectList(object)} FROM ${tableOf(object)} WHERE id = ${id} AND seat_id = ${ctx.seatId}`
    : [];
  if (!rows[0]) throw new NotFoundError(object.resource.one);
  return rows[0];
}
