import { liveMessage } from '../../../platform/database/rows/publish.ts';
import type { DomainContext, System } from '../../context.ts';
import { sendLive } from '../../notifications/live/send.ts';
import type { Signal } from '../../notifications/live/signal.ts';
import { endableGenerator, states } from '../../notifications/live/source.ts';
import { type ConversionReceipt, listConversionReceipts } from './receipts.ts';

const INTERVAL_MS = 50;
/** Receipts cached for subscribers. If more arrive between two reads, the rest are not reported. */
const MAX_CACHED = 100;

const channelOf = (seatId: number): string => `conversions:${seatId}`;

const waiting = new WeakMap<System, Set<number>>();

/** Notifies the live views of the seats in all processes, with at most twenty statements per second. */
export function announceConversions(system: System, seatIds: Iterable<number>): void {
  const known = waiting.get(system);
  if (known) {
    for (const seatId of seatIds) known.add(seatId);
    return;
  }
  const seats = new Set(seatIds);
  if (seats.size === 0) return;
  waiting.set(system, seats);
  setTimeout(() => {
    waiting.delete(system);
    const messages = [...seats].map((seatId) => liveMessage({ channel: channelOf(seatId) }));
    sendLive(system, messages).catch((err) => system.log.debug({ err }, 'live views could not be notified'));
  }, INTERVAL_MS).unref();
}

/** Yields the receipts of the caller's seat as conversions arrive at any process, beginning now. */
export const watchConversions = (ctx: DomainContext): AsyncGenerator<ConversionReceipt> =>
  endableGenerator((signal) => watch(ctx, signal));

async function* watch(
  ctx: DomainContext,
  signal: Signal,
): AsyncGenerator<ConversionReceipt, void, undefined> {
  let sent: ReadonlySet<string> | undefined;
  for await (const newest of states(newestReceipts(ctx), signal)) {
    const fresh = sent ? newest.filter(({ id }) => !sent?.has(id)) : [];
    sent = new Set(newest.map(({ id }) => id));
    yield* fresh.reverse();
  }
}

/**
 * The source shared by all streams of the seat in this process. It also finds receipts that another process commits
 * late.
 */
const newestReceipts = (ctx: DomainContext) => ({
  system: ctx,
  key: `conversions of ${ctx.seatId}`,
  channel: channelOf(ctx.seatId),
  read: async () => ({ state: await listConversionReceipts({ ctx, limit: MAX_CACHED }) }),
});
