import { Problems } from '../../../resources/define/input.ts';
import {
  authorizeAdmin,
  authorizeWrite,
  type DomainContext,
  inTransaction,
  type System,
} from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { findSeat } from './find.ts';
import type { KnownSeat } from './known.ts';
import { ownContext } from './own-context.ts';
import { UpdateSeat } from './seat-input.ts';

/** Updates the fields of the caller's seat that are in the input. Only for ADMINs. */
export async function updateSeat(options: { ctx: DomainContext; input: unknown }): Promise<KnownSeat> {
  const { ctx: outer, input } = options;
  authorizeAdmin(outer);
  authorizeWrite(outer);
  const problems = new Problems();
  const data = problems.complete(problems.parse(outer, UpdateSeat, input), UpdateSeat);

  return inTransaction(outer, async (ctx) => {
    const { db, seatId: id } = ctx;
    await db.$queryRaw`SELECT FROM seat WHERE id = ${id} FOR NO KEY UPDATE`;
    const before = await findSeat(db, id);
    const after = await db.seat.update({ where: { id }, data });
    await recordChange({
      ...{ ctx, resource: 'Seat', id, action: 'UPDATE' },
      ...{ before: recorded(before), after: recorded(after) },
    });
    return after;
  });
}

const recorded = ({ name, timezone, currency }: KnownSeat) => ({ name, timezone, currency });

/** Updates any seat, read-only ones included. For operators. Throws NotFoundError, ValidationError. */
export async function setSeat(options: {
  readonly system: System;
  readonly seatId: number;
  readonly input: object;
}): Promise<{ seatId: number; name: string; timezone: string; currency: string }> {
  const { system, input } = options;
  const { id: seatId } = await findSeat(system.db, options.seatId);
  const ctx = ownContext(system, { seatId, by: 'operator' });
  const { name, timezone, currency } = await updateSeat({ ctx, input });
  return { seatId, name, timezone, currency };
}
