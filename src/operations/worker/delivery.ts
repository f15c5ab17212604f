import type { System } from '../../domain/context.ts';
import { closeBooksOfHour } from '../../domain/sandbox/delivery/close-books.ts';
import { currentHour, deliver } from '../../domain/sandbox/delivery/deliver.ts';
import type { Warehouse } from '../../warehouse/load.ts';

/** Reading the clock is free. The database is queried only when a quarter of an hour has passed. */
const POLL_INTERVAL_MS = 200;
/** The offsets of time zones, and so the ends of their days, are multiples of it. */
const QUARTER_MS = 900_000;
const RETRY_MS = 2000;

/**
 * Simulates delivery in a sandbox as its clock advances. Returns a function that stops it after the current
 * hours.
 */
export function keepDelivering(options: { system: System; warehouse: Warehouse }): () => Promise<void> {
  const { system, warehouse } = options;
  if (!system.sandbox) return async () => undefined;
  let delivered = 0;
  let closed = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const plan = (ms: number) => {
    if (!stopped) timer = setTimeout(() => (running = look()), ms);
  };
  async function look(): Promise<void> {
    const until = currentHour(system);
    const quarter = Math.floor(system.now().getTime() / QUARTER_MS);
    try {
      // A clock that was reset is before the delivered hours.
      if (until.getTime() === delivered) {
        if (quarter !== closed) await closeBooksOfHour(system);
        closed = quarter;
      } else if (await deliver({ system, until, open: async () => warehouse, isStopped: () => stopped }))
        delivered = until.getTime();
      plan(POLL_INTERVAL_MS);
    } catch (error) {
      if (!stopped) system.log.error({ err: error }, 'delivery could not be simulated');
      plan(RETRY_MS);
    }
  }
  plan(0);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
