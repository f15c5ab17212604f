import { z } from 'zod';
import { id, instant } from '../../../../resources/define/fields.ts';
import { defineInput, Problems } from '../../../../resources/define/input.ts';
import { isId } from '../../../../resources/define/rows.ts';
import { markCarriedOut } from '../../../access/idempotency/carried-out.ts';
import { authorizeWrite, type DomainContext } from '../../../context.ts';
import { isDomainError, NotFoundError } from '../../../errors.ts';
import { EVENTS_PER_REQUEST, postEvents } from '../post.ts';
import { KEPT_MS } from './bounds.ts';

export const ReplayRefusedEvents = defineInput({
  fields: z.object({
    pixelId: id('Pixel').describe('The pixel whose refused events are sent again.'),
    since: instant().describe('Requests that arrived at or after this time. They are kept for seven days.'),
  }),
  readOnly: [],
});

/** The maximum number of requests and events of one call. */
export const MAX_REQUESTS = 100;
export const MAX_EVENTS_REPLAYED = 5_000;

export interface Replay {
  /** Requests whose events were accepted, and how many events that were. */
  readonly requests: number;
  readonly events: number;
  /** Requests that were refused again. */
  readonly refused: number;
  /** Requests that are left to another call. */
  readonly remaining: number;
}

interface Row {
  readonly id: string;
  readonly clientId: string;
  readonly replayable: number;
}

/**
 * Sends the events of refused requests again, oldest first, as the client that sent them: those that no rule refused,
 * of requests that were not sent again since. Events that are accepted are stored once, however often this is called.
 * It stops where the advertiser's rate limit is reached. With `validateOnly`, says how many would be sent. Throws
 * ForbiddenError, ValidationError and NotFoundError.
 */
export async function replayRefusedEvents(options: { ctx: DomainContext; input: unknown }): Promise<Replay> {
  const { ctx, input } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const fields = problems.complete(problems.parse(ctx, ReplayRefusedEvents, input), ReplayRefusedEvents);
  const { pixelId, since } = fields;
  const { db, seatId, heldKey } = ctx;
  const pixel = isId(pixelId) && (await db.pixel.findFirst({ where: { id: pixelId, seatId } }));
  if (!pixel) throw new NotFoundError('Pixel');

  const rows = await replayableRows(ctx, pixelId, since);
  const chosen = firstOf(rows);
  if (ctx.validateOnly)
    return {
      ...{ requests: chosen.length, events: sumOf(chosen), refused: 0 },
      remaining: rows.length - chosen.length,
    };
  const done = { requests: 0, events: 0, refused: 0 };
  for (const row of chosen) {
    const outcome = await replay(ctx, pixelId, row);
    if (outcome === 'RATE_LIMITED') break;
    if (outcome === 'REFUSED') done.refused += 1;
    else {
      done.requests += 1;
      done.events += row.replayable;
    }
  }
  if (heldKey) await markCarriedOut(db, heldKey);
  return { ...done, remaining: rows.length - done.requests - done.refused };
}

function firstOf(rows: readonly Row[]): Row[] {
  let events = 0;
  return rows.slice(0, MAX_REQUESTS).filter(({ replayable }) => {
    events += replayable;
    return events <= MAX_EVENTS_REPLAYED;
  });
}

const sumOf = (rows: readonly Row[]): number => rows.reduce((sum, { replayable }) => sum + replayable, 0);

/**
 * Requests that were not replayed and whose client is not revoked. Those that were refused again come last, so that
 * they do not hold up the others. A client that sent a request again with its Idempotency-Key, and was accepted, needs
 * no replay.
 */
async function replayableRows(ctx: DomainContext, pixelId: number, since: Date): Promise<Row[]> {
  const { rows } = await ctx.pool.query<Row>(
    `SELECT r.id, r.client_id AS "clientId", r.replayable FROM event_refused r
     JOIN api_client c ON c.id = r.client_id AND c.revoked_at IS NULL AND c.suspended_at IS NULL
     WHERE r.pixel_id = $1 AND r.seat_id = $2 AND r.received_at >= $3 AND r.replayable > 0 AND r.replayed_at IS NULL
       AND NOT EXISTS (SELECT FROM event_receipt e WHERE e.pixel_id = r.pixel_id AND e.client_id = r.client_id
         AND e.idempotency_key = r.idempotency_key AND e.received_at >= r.received_at AND e.received_at >= $3)
     ORDER BY r.tried_at NULLS FIRST, r.received_at, r.id`,
    [pixelId, ctx.seatId, new Date(Math.max(since.getTime(), ctx.now().getTime() - KEPT_MS))],
  );
  return rows;
}

/** The key lets a call that was interrupted, or runs twice at the same time, store the events once. */
async function replay(
  ctx: DomainContext,
  pixelId: number,
  { id, clientId }: Row,
): Promise<'ACCEPTED' | 'REFUSED' | 'RATE_LIMITED'> {
  const { pool, seatId } = ctx;
  const { rows } = await pool.query<{ events: string }>('SELECT events FROM event_refused WHERE id = $1', [
    id,
  ]);
  const json = rows[0]?.events;
  // The request was removed meanwhile, to make room for newer ones.
  if (json === undefined) return 'REFUSED';
  await pool.query('UPDATE event_refused SET tried_at = $2 WHERE id = $1', [id, ctx.now()]);
  try {
    await postEvents({
      ...{ system: ctx, caller: { clientId, seatId }, pixelId, events: JSON.parse(json), json },
      idempotencyKey: `refused-${id}`,
    });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    // An array that is larger than the limit never passes, and must not hold up the others.
    if (error.code === 'RATE_LIMITED') return error.limit === EVENTS_PER_REQUEST ? 'REFUSED' : 'RATE_LIMITED';
    if (error.code === 'VALIDATION' || error.code === 'CONFLICT') return 'REFUSED';
    throw error;
  }
  await pool.query('UPDATE event_refused SET replayed_at = $2 WHERE id = $1', [id, ctx.now()]);
  return 'ACCEPTED';
}
