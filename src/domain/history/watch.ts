import { setImmediate as breathe } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { DomainContext } from '../context.ts';
import type { Bell } from '../live/bell.ts';
import { belled, states } from '../live/source.ts';
import { enterEpoch } from './epoch.ts';
import { type Change, findChanges } from './find.ts';
import { horizon, type Position } from './position.ts';
import { changesChannel } from './record.ts';

/** The newest changes are kept in memory. Subscribers that are further behind read page by page from the database. */
const MOST_KEPT = 500;
const PAGE = 100;
/** Pages that lie further back, for streams that go through them side by side. */
const MOST_PAGES = 20;
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
 * and however long it took to commit. A reader that pauses costs nothing.
 */
export const watchChanges = (options: Watch): AsyncGenerator<Change> =>
  belled((bell) => watch(options, bell));

async function* watch({ ctx, from, resources }: Watch, bell: Bell): AsyncGenerator<Change, void, undefined> {
  const { id: start, seen } = from;
  const isAsked = ({ id, resource }: Change) =>
    !seen.has(id) && (resources === undefined || resources.includes(resource));
  let at = start;
  for await (const recent of states(recentChanges(ctx), bell)) {
    while (at < recent.upTo) {
      const page = at >= recent.from ? recent : await inTurn(() => oldPage(ctx, at, recent.upTo));
      for (const change of page.changes) if (change.id > at && isAsked(change)) yield change;
      at = page.upTo;
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
  const kept = all.slice(-MOST_KEPT);
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
    max: MOST_PAGES,
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
