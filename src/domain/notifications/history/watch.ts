import { setImmediate as breathe } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { DomainContext } from '../../context.ts';
import type { Signal } from '../live/signal.ts';
import { endableGenerator, type LastSent, type Revocable, states } from '../live/source.ts';
import { enterEpoch } from './epoch.ts';
import { type Change, findChanges } from './find.ts';
import { horizon, type Position } from './position.ts';
import { changesChannel } from './record.ts';

/** The number of recent changes cached in memory. Subscribers that are further behind read pages from the database. */
const MAX_CACHED = 500;
const PAGE = 100;
/** Cached older pages, for streams that read them at the same time. */
const MAX_PAGES = 20;
const PAGE_LIFE_MS = 2_000;
const MAX_PAGES_BYTES = 16 * 2 ** 20;
/** A process that dies after a commit sends no notification; its changes are found within this time. */
const LOOK_EVERY_MS = 5_000;
/** Read again at this interval while a transaction is open, because a rollback sends no notification. */
const BUSY_MS = 50;

/** All changes of a seat after `from` and up to `upTo`. */
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
 * Yields the seat's changes from a position on, in the order of their IDs. None is left out, whichever process wrote it
 * and however long its commit took. A slow reader takes no memory. If it revokes a change, then only the last change of
 * each resource is sent for everything that was committed until now.
 */
export function watchChanges(options: Watch): Revocable<Change> {
  const place: Place = { at: options.from.id, isCoalescing: false };
  return Object.assign(
    endableGenerator((signal) => watch(options, signal, place)),
    {
      takeBack: ({ id }: Change) => {
        Object.assign(place, { at: id - 1n, isCoalescing: true, last: undefined });
      },
    },
  );
}

/** How far a reader has read. */
interface Place extends LastSent<Recent> {
  at: bigint;
  isCoalescing: boolean;
}

async function* watch(options: Watch, signal: Signal, place: Place): AsyncGenerator<Change, void, undefined> {
  const { ctx, from, resources } = options;
  const isWatched = ({ id, resource }: Change) =>
    !from.seen.has(id) && (resources === undefined || resources.includes(resource));
  for await (const recent of states(recentChanges(ctx), signal, place)) {
    while (place.at < recent.upTo) {
      const page = place.isCoalescing
        ? await readSerially(() => lastChanges(options, place.at, recent.upTo))
        : place.at >= recent.from
          ? recent
          : await readSerially(() => oldPage(ctx, place.at, recent.upTo));
      for (const change of page.changes) {
        if (change.id <= place.at || !isWatched(change)) continue;
        place.at = change.id;
        yield change;
        if (place.last === undefined) break;
      }
      // The change was revoked, so the newest state determines what is sent.
      if (place.last === undefined) break;
      place.at = page.upTo;
      if (place.at === recent.upTo) place.isCoalescing = false;
    }
  }
}

/** The source shared by all streams of the seat in this process. */
const recentChanges = (ctx: DomainContext) => ({
  system: ctx,
  key: `changes of ${ctx.seatId}`,
  channel: changesChannel(ctx.seatId),
  read: async (before: Recent | undefined, messages: readonly unknown[]) => {
    // The lost connection may have been to a server that was replaced.
    if (!before || messages.includes(undefined)) await enterEpoch(ctx.pool);
    const { id, isBusy } = await horizon(ctx.pool, ctx.seatId);
    const state = before ? await goOn(ctx, before, id) : { from: id, upTo: id, changes: [] };
    const isBehind = state.upTo < id;
    return { state, rereadAfterMs: isBehind ? 0 : isBusy ? BUSY_MS : LOOK_EVERY_MS };
  },
});

async function goOn(ctx: DomainContext, before: Recent, id: bigint): Promise<Recent> {
  if (id <= before.upTo) return before;
  const { changes, upTo } = await readPage(ctx, before.upTo, id);
  const all = [...before.changes, ...changes];
  const cached = all.slice(-MAX_CACHED);
  const lost = all[all.length - cached.length - 1];
  return { from: lost?.id ?? before.from, upTo, changes: cached };
}

let lastRead: Promise<unknown> = Promise.resolve();

/** Reads one page at a time in this process: streams that begin far behind would otherwise use all connections. */
function readSerially<T>(read: () => Promise<T>): Promise<T> {
  const current = lastRead.then(() => breathe()).then(read);
  lastRead = current.catch(() => undefined);
  return current;
}

const pages = new WeakMap<Pool, LRUCache<string, Recent>>();

const newPages = () =>
  new LRUCache<string, Recent>({
    max: MAX_PAGES,
    ttl: PAGE_LIFE_MS,
    maxSize: MAX_PAGES_BYTES,
    sizeCalculation: ({ changes }) => 1 + serialize(changes).length,
  });

/**
 * Returns a page shared by all streams that are equally far behind. Settled changes never change, so it can be cached.
 */
async function oldPage(ctx: DomainContext, from: bigint, upTo: bigint): Promise<Recent> {
  const cache = pages.get(ctx.pool) ?? newPages();
  pages.set(ctx.pool, cache);
  const key = `${ctx.seatId} ${from}`;
  const known = cache.get(key);
  if (known) return known;
  const page = await readPage(ctx, from, upTo);
  cache.set(key, page);
  return page;
}

/** Returns at most one page of the changes after `from` and up to `upTo`, which must be settled. */
async function readPage(ctx: DomainContext, from: bigint, upTo: bigint): Promise<Recent> {
  const where = { id: { gt: from, lte: upTo } };
  const changes = await findChanges({ ctx, where, query: { orderBy: { id: 'asc' }, take: PAGE } });
  const last = changes.length === PAGE ? changes.at(-1) : undefined;
  return { from, upTo: last?.id ?? upTo, changes };
}

/** Several readers get the same object for a row, so that what is computed from it can be shared. */
const rows = new WeakMap<Pool, LRUCache<bigint, Change>>();

const newRows = () =>
  new LRUCache<bigint, Change>({
    max: MAX_CACHED,
    ttl: PAGE_LIFE_MS,
    maxSize: MAX_PAGES_BYTES,
    sizeCalculation: (change) => 1 + serialize(change).length,
  });

/** Returns only the last change of each resource. */
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
