import { setImmediate as breathe } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { DomainContext } from '../../context.ts';
import type { Signal } from '../live/signal.ts';
import { type LastSent, type Revocable, signalled, states } from '../live/source.ts';
import { enterEpoch } from './epoch.ts';
import { type Change, findChanges } from './find.ts';
import { horizon, type Position } from './position.ts';
import { changesChannel } from './record.ts';

/** The newest changes are kept in memory. Subscribers that are further behind read page by page from the database. */
const MAX_KEPT = 500;
const PAGE = 100;
/** Pages that lie further back, for streams that go through them side by side. */
const MAX_PAGES = 20;
const PAGE_LIFE_MS = 2_000;
const MAX_PAGES_BYTES = 16 * 2 ** 20;
/** A process that dies after a commit tells nobody of it; its changes are found this late at the latest. */
const LOOK_EVERY_MS = 5_000;
/** Checked again while a transaction is open, because a rollback sends no notification. */
const BUSY_MS = 50;

/** All changes of a seat behind `from` and up to `upTo`. */
interface Recent {
  readonly from: bigint;
  readonly upTo: bigint;
  readonly changes: readonly Change[];
}

interface Watch {
  readonly ctx: DomainContext;
  readonly from: Position;
  /** Only changes of these types. Default: all types. */
  readonly resources?: readonly string[] | undefined;
}

/**
 * The seat's changes from a position on, in the order of their ids: none is left out, whichever process wrote it
 * and however long it took to commit. A reader that pauses costs nothing. If it takes a change back, then of what was
 * committed until now only the last change of each resource is told.
 */
export function watchChanges(options: Watch): Revocable<Change> {
  const place: Place = { at: options.from.id, isCoalescing: false };
  return Object.assign(
    signalled((signal) => watch(options, signal, place)),
    {
      takeBack: ({ id }: Change) => {
        Object.assign(place, { at: id - 1n, isCoalescing: true, last: undefined });
      },
    },
  );
}

/** How far a reader is. */
interface Place extends LastSent<Recent> {
  at: bigint;
  isCoalescing: boolean;
}

async function* watch(options: Watch, signal: Signal, place: Place): AsyncGenerator<Change, void, undefined> {
  const { ctx, from, resources } = options;
  const isAsked = ({ id, resource }: Change) =>
    !from.seen.has(id) && (resources === undefined || resources.includes(resource));
  for await (const recent of states(recentChanges(ctx), signal, place)) {
    while (place.at < recent.upTo) {
      const page = place.isCoalescing
        ? await inTurn(() => lastChanges(options, place.at, recent.upTo))
        : place.at >= recent.from
          ? recent
          : await inTurn(() => oldPage(ctx, place.at, recent.upTo));
      for (const change of page.changes) {
        if (change.id <= place.at || !isAsked(change)) continue;
        place.at = change.id;
        yield change;
        if (place.last === undefined) break;
      }
      // It was taken back: the newest state decides what is told.
      if (place.last === undefined) break;
      place.at = page.upTo;
      if (place.at === recent.upTo) place.isCoalescing = false;
    }
  }
}

/** What all streams of the seat in this process are told from. */
const recentChanges = (ctx: DomainContext) => ({
  system: ctx,
  key: `changes of ${ctx.seatId}`,
  channel: changesChannel(ctx.seatId),
  read: async (before: Recent | undefined, messages: readonly unknown[]) => {
    // A lost connection may have been to a server that is no more.
    if (!before || messages.includes(undefined)) await enterEpoch(ctx.pool);
    const { id, isBusy } = await horizon(ctx.pool, ctx.seatId);
    const state = before ? await goOn(ctx, before, id) : { from: id, upTo: id, changes: [] };
    const isBehind = state.upTo < id;
    return { state, againMs: isBehind ? 0 : isBusy ? BUSY_MS : LOOK_EVERY_MS };
  },
});

async function goOn(ctx: DomainContext, before: Recent, id: bigint): Promise<Recent> {
  if (id <= before.upTo) return before;
  const { changes, upTo } = await readPage(ctx, before.upTo, id);
  const all = [...before.changes, ...changes];
  const kept = all.slice(-MAX_KEPT);
  const lost = all[all.length - kept.length - 1];
  return { from: lost?.id ?? before.from, upTo, changes: kept };
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** One page at a time in this process: streams that begin far behind would otherwise take all connections. */
function inTurn<T>(read: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(() => breathe()).then(read);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

const pages = new WeakMap<Pool, LRUCache<string, Recent>>();

const newPages = () =>
  new LRUCache<string, Recent>({
    max: MAX_PAGES,
    ttl: PAGE_LIFE_MS,
    maxSize: MAX_PAGES_BYTES,
    sizeCalculation: ({ changes }) => 1 + serialize(changes).length,
  });

/** A page for all streams that are as far behind: what is settled stays as it is. */
async function oldPage(ctx: DomainContext, from: bigint, upTo: bigint): Promise<Recent> {
  const kept = pages.get(ctx.pool) ?? newPages();
  pages.set(ctx.pool, kept);
  const key = `${ctx.seatId} ${from}`;
  const known = kept.get(key);
  if (known) return known;
  const page = await readPage(ctx, from, upTo);
  kept.set(key, page);
  return page;
}

/** At most a page of what lies behind `from` and up to `upTo`, which must be settled. */
async function readPage(ctx: DomainContext, from: bigint, upTo: bigint): Promise<Recent> {
  const where = { id: { gt: from, lte: upTo } };
  const changes = await findChanges({ ctx, where, query: { orderBy: { id: 'asc' }, take: PAGE } });
  const last = changes.length === PAGE ? changes.at(-1) : undefined;
  return { from, upTo: last?.id ?? upTo, changes };
}

/** Rows that several readers get are the same object, so that what is made of it can be shared. */
const rows = new WeakMap<Pool, LRUCache<bigint, Change>>();

const newRows = () =>
  new LRUCache<bigint, Change>({
    max: MAX_KEPT,
    ttl: PAGE_LIFE_MS,
    maxSize: MAX_PAGES_BYTES,
    sizeCalculation: (change) => 1 + serialize(change).length,
  });

/** The same, of the last change of each resource only. */
async function lastChanges({ ctx, resources }: Watch, from: bigint, upTo: bigint): Promise<Recent> {
  const { rows: last } = await ctx.pool.query<{ id: string }>({
    name: 'changes-last',
    text: `SELECT max(id) AS id FROM change
      WHERE seat_id = $1 AND id > $2 AND id <= $3 AND ($4::text[] IS NULL OR resource = ANY($4))
      GROUP BY resource, resource_id ORDER BY 1 LIMIT ${PAGE}`,
    values: [ctx.seatId, from, upTo, resources ?? null],
  });
  const ids = last.map(({ id }) => BigInt(id));
  const known = rows.get(ctx.pool) ?? newRows();
  rows.set(ctx.pool, known);
  const where = { id: { in: ids.filter((id) => !known.has(id)) } };
  const found = await findChanges({ ctx, where, query: {} });
  for (const change of found) known.set(change.id, change);
  const changes = ids.flatMap((id) => known.get(id) ?? found.find((change) => change.id === id) ?? []);
  return { from, upTo: ids.length === PAGE ? (ids.at(-1) ?? upTo) : upTo, changes };
}
