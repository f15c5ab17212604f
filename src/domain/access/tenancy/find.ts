import type { Db } from '../../../platform/database/connection/client.ts';
import { MAX_ID } from '../../../resources/define/fields.ts';
import { NotFoundError } from '../../errors.ts';

/** An ID beyond PostgreSQL's int4 would fail the query, so it is treated as unknown. */
const isId = (id: number) => Number.isInteger(id) && id >= 1 && id <= MAX_ID;

export async function findSeat(db: Db, id: number) {
  const seat = isId(id) ? await db.seat.findUnique({ where: { id } }) : undefined;
  if (!seat) throw new NotFoundError('Seat');
  return seat;
}

export async function findUser(db: Db, id: number) {
  const user = isId(id) ? await db.user.findUnique({ where: { id } }) : undefined;
  if (!user) throw new NotFoundError('User');
  return user;
}

export async function findAdvertiser(db: Db, id: number) {
  const advertiser = isId(id) ? await db.advertiser.findUnique({ where: { id } }) : undefined;
  if (!advertiser) throw new NotFoundError('Advertiser');
  return advertiser;
}

/** Returns pixels of the seat. Throws NotFoundError if one of them is missing. */
export async function findPixels(db: Db, seatId: number, ids: readonly number[]) {
  const pixels = await db.pixel.findMany({ where: { seatId, id: { in: ids.filter(isId) } } });
  if (pixels.length !== new Set(ids).size) throw new NotFoundError('Pixel');
  return pixels;
}

export async function findPixel(db: Db, id: number) {
  const pixel = isId(id) ? await db.pixel.findUnique({ where: { id } }) : undefined;
  if (!pixel) throw new NotFoundError('Pixel');
  return pixel;
}
