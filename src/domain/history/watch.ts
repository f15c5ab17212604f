import type { DomainContext } from '../context.ts';
import { type Bell, createBell } from '../live/bell.ts';
import { listen } from '../live/listen.ts';
import { type Change, findChanges } from './find.ts';
import { changesChannel } from './record.ts';

/** Also looked at without being told, should a notification have been lost with its connection. */
const LOOK_EVERY_MS = 5_000;
/** While an older transaction still runs, whose changes would come before those that are there. */
const SETTLE_MS = 50;
const PAGE = 100;

/** Up to where changes were told, and what a watch that began without `after` saw then and does not tell. */
interface Position {
  readonly tx: bigint;
  readonly id: bigint;
  readonly seen?: string;
}

/**
 * Where a watch begins: behind the change `after`, or now. Undefined when the seat has no such change.
 * Taken before the caller is told that the watch is open, so that nothing falls in between.
 */
export async function changesPosition(
  ctx: DomainContext,
  after: number | undefined,
): Promise<Position | undefined> {
  if (after !== undefined) {
    const [change] = await findChanges({ ctx, where: { id: after }, query: { take: 1 } });
    return change && { tx: change.tx, id: change.id };
  }
  const [now] = await ctx.db.$queryRaw<{ tx: bigint; seen: string }[]>`
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS tx, pg_current_snapshot()::text AS seen`;
  return now && { ...now, id: 0n };
}

/**
 * The seat's changes from a position on, in the order of their transactions: none is left out, whichever
 * process wrote it and however long it took to commit. Read page by page as they are taken, so that a reader
 * that pauses costs nothing.
 */
export function watchChanges(options: {
  ctx: DomainContext;
  from: Position;
  /** Of these types only; all unless given. */
  resources?: readonly string[] | undefined;
}): AsyncGenerator<Change> {
  const bell = createBell();
  const changes = watch(options, bell);
  // A generator that waits for the bell does not hear `return`; closing the bell lets it go.
  const close = changes.return.bind(changes);
  return Object.assign(changes, {
    return: () => {
      bell.close();
      return close();
    },
  });
}

async function* watch(
  options: { ctx: DomainContext; from: Position; resources?: readonly string[] | undefined },
  bell: Bell,
): AsyncGenerator<Change, void, undefined> {
  const { ctx, from, resources } = options;
  const stopListening = await listen({ system: ctx, channel: changesChannel(ctx.seatId), hear: bell.ring });
  let at = from;
  try {
    while (!bell.closed()) {
      const rung = bell.next();
      const { places, settled } = await nextPlaces(ctx, at);
      const last = places.at(-1);
      if (last) {
        yield* await changesAt(ctx, places, resources);
        at = { ...at, ...last };
        continue;
      }
      const timer = setTimeout(bell.ring, settled ? LOOK_EVERY_MS : SETTLE_MS);
      await rung;
      clearTimeout(timer);
    }
  } finally {
    stopListening();
  }
}

interface Place {
  readonly tx: bigint;
  readonly id: bigint;
}

/** The next changes of the seat that no running transaction can come before, and whether that is all there is. */
async function nextPlaces(
  ctx: DomainContext,
  { tx, id, seen = '1:1:' }: Position,
): Promise<{ places: readonly Place[]; settled: boolean }> {
  const rows = await ctx.db.$queryRaw<(Place & { settled: boolean })[]>`
    SELECT tx, id, tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS settled
    FROM change
    WHERE seat_id = ${ctx.seatId} AND (tx, id) > (${tx}, ${id})
      AND (tx = 0 OR NOT pg_visible_in_snapshot(tx::text::xid8, ${seen}::pg_snapshot))
    ORDER BY tx, id LIMIT ${PAGE}`;
  const places = rows.filter(({ settled }) => settled);
  return { places, settled: places.length === rows.length };
}

async function changesAt(
  ctx: DomainContext,
  places: readonly Place[],
  resources: readonly string[] | undefined,
): Promise<Change[]> {
  const where = {
    id: { in: places.map(({ id }) => id) },
    ...(resources && { resource: { in: [...resources] } }),
  };
  return findChanges({ ctx, where, query: { orderBy: [{ tx: 'asc' }, { id: 'asc' }] } });
}
