import type { System } from '../../domain/context.ts';
import { listen } from '../../domain/notifications/live/listen.ts';
import {
  isAnotherSeatWaiting,
  returnReport,
  type TakenReport,
  takeReport,
} from '../../domain/reporting/report/queue.ts';
import { runReport } from '../../domain/reporting/report/run.ts';
import { REPORTS } from '../../domain/reporting/report/transitions.ts';
import { logFailure } from '../../platform/log/outage-log.ts';
import { reportRuns } from '../../platform/metrics/reports.ts';
import { traced } from '../../platform/tracing/span.ts';
import { openPooledWarehouse } from '../../warehouse/open.ts';
import { keepDelivering } from './delivery.ts';
import { runMaintenance } from './maintenance.ts';
import { startWebhooks } from './webhooks/worker.ts';

/** The maximum number of concurrent reports in this process. Each has a separate engine. */
const SLOTS = 2;
/** The maximum delay until a lost lease is noticed. New reports wake the worker at once. */
const POLL_INTERVAL_MS = 3000;

export interface Worker {
  /** Stops taking reports and returns running ones to the queue, without counting the attempt. */
  stop(): Promise<void>;
}

type Outcome = Awaited<ReturnType<typeof runReport>>;

/** Each run is a separate trace, because the call that requested the report was answered long ago. */
function tracedRun(
  { customerReportId, attempt }: TakenReport,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const attributes = { 'flightline.report': customerReportId, 'flightline.attempt': attempt };
  return traced({ name: 'runReport', parent: 'none', attributes }, async (span) => {
    const outcome = await run();
    span?.set({ 'flightline.outcome': outcome });
    return outcome;
  });
}

/**
 * Runs queued reports and delivers to webhooks until it is stopped. Any number of processes may have one. Reports of seats
 * in `held` wait.
 */
export async function startWorker({
  system,
  held = new Set(),
}: {
  system: System;
  held?: ReadonlySet<number>;
}): Promise<Worker> {
  const { log } = system;
  const warehouse = await openPooledWarehouse(system, { size: SLOTS });
  const running = new Map<TakenReport, AbortController>();
  /** Includes runs that were returned to the queue and have not ended yet. */
  const runs = new Set<Promise<void>>();
  let stopped = false;
  let filling = false;
  let again = false;

  async function fill(): Promise<void> {
    again = true;
    if (filling) return;
    filling = true;
    try {
      while (again && !stopped) {
        again = false;
        if (running.size === SLOTS) await makeRoom();
        while (running.size < SLOTS && !stopped) {
          const taken = await takeReport(system, held);
          if (!taken) break;
          if (stopped) return await returnReport(system, taken);
          start(taken);
        }
      }
    } catch (error) {
      logFailure(log, error, 'the report queue cannot be reached');
    } finally {
      filling = false;
    }
  }

  /**
   * If one seat has all running reports and another has none, returns the seat's last report to the queue.
   */
  async function makeRoom(): Promise<void> {
    const [first, ...others] = running.keys();
    const last = others.at(-1);
    if (!first || !last || others.some(({ seatId }) => seatId !== first.seatId)) return;
    if (!(await isAnotherSeatWaiting(system, first.seatId, held))) return;
    await returnReport(system, last);
    running.get(last)?.abort();
    running.delete(last);
  }

  function start(taken: TakenReport): void {
    const lost = new AbortController();
    const done = tracedRun(taken, () => runReport(system, warehouse, taken, lost))
      .then((outcome) => reportRuns.inc({ outcome }))
      .catch((error) => log.error({ err: error }, 'the state of a report could not be stored'))
      .finally(() => {
        running.delete(taken);
        runs.delete(done);
        void fill();
      });
    running.set(taken, lost);
    runs.add(done);
  }

  const stopListening = await listen({
    system,
    channel: REPORTS,
    onMessage: () => void fill(),
    retries: true,
  });
  const timer = setInterval(() => void fill(), POLL_INTERVAL_MS);
  const stopKeeping = runMaintenance({ system, warehouse });
  const stopDelivering = keepDelivering({ system, warehouse });
  const webhooks = await startWebhooks({ system });
  void fill();

  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      stopListening();
      await stopDelivering();
      await Promise.all([stopKeeping(), webhooks.stop()]);
      const handedBack = [...running.keys()].map((taken) => returnReport(system, taken));
      await Promise.allSettled(handedBack);
      await warehouse.engine.close();
      await Promise.allSettled(runs);
    },
  };
}
