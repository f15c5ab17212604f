import type { System } from '../../../domain/context.ts';
import {
  type AttemptResult,
  disableDead,
  storeResults,
} from '../../../domain/notifications/webhook/store.ts';
import { webhookAttempts, webhooksDisabled } from '../../../platform/metrics/webhooks.ts';

const RETRY_MS = 1_000;
/** Results are collected for this long, since a statement for each would slow down requests. */
const COLLECT_MS = 5;

interface Waiting {
  readonly result: AttemptResult;
  readonly stored: () => void;
}

/**
 * Returns a function that stores results. Those that arrive while others are being stored share the next
 * statement.
 */
export function createResults(system: System) {
  const { pool, log, now } = system;
  let waiting: Waiting[] = [];
  let isRunning = false;
  let stopped = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, COLLECT_MS));
      const batch = waiting;
      waiting = [];
      await storeAll(batch.map(({ result }) => result));
      for (const { stored } of batch) stored();
    }
    isRunning = false;
  }

  /** Repeats until the database stores them. If the process ends before, the deliveries are sent again. */
  async function storeAll(results: readonly AttemptResult[]): Promise<void> {
    while (!stopped) {
      try {
        await storeResults(pool, results, now());
        break;
      } catch (error) {
        log.warn({ err: error }, 'results of webhook deliveries could not be stored');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    for (const { failure } of results) webhookAttempts.inc({ outcome: failure ? 'failed' : 'delivered' });
    const givenUp = results.filter(({ failure, nextAttemptAt }) => failure && !nextAttemptAt);
    if (givenUp.length > 0) await disable(givenUp.map(({ id }) => id));
  }

  async function disable(ids: readonly string[]): Promise<void> {
    try {
      for (const { id, seatId, notice } of await disableDead(system, ids, now())) {
        webhooksDisabled.inc();
        log.warn({ webhookId: id, seatId, notice }, 'webhook disabled');
      }
    } catch (error) {
      log.warn({ err: error }, 'webhooks could not be disabled');
    }
  }

  return {
    /** Stops the repetition. */
    stop: () => {
      stopped = true;
    },
    /** Resolves when the result is stored. */
    store: (result: AttemptResult): Promise<void> =>
      new Promise((stored) => {
        waiting.push({ result, stored });
        if (!isRunning) void run();
      }),
  };
}

export type Results = ReturnType<typeof createResults>;
