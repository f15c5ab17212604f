import { sweepIdentity } from '../../domain/access/identity/sweep.ts';
import type { System } from '../../domain/context.ts';
import { deleteInBatches } from '../../platform/database/rows/delete-batches.ts';

const EVERY_MS = 600_000;

/** Data that is no longer needed, in addition to what `sweepIdentity` removes: calls outside the longest window. */
const OUTDATED = [
  { table: 'rate_call', where: `at < $1::timestamptz - interval '1 day'` },
  // Counts start again after ten minutes.
  { table: 'sandbox_fault_count', where: `since < $1::timestamptz - interval '10 minutes'` },
];

/**
 * By the clock of the machine, even in a sandbox: problems are shown for an hour, and responses are stored for retries,
 * which come soon even if the sandbox's clock was moved.
 */
const OUTDATED_BY_MACHINE = [
  { table: 'client_diagnostic', where: `last_at < now() - interval '1 hour'` },
  { table: 'idempotency_record', where: `started_at < now() - interval '1 day'` },
];

/** Deletes outdated rows and rotates signing keys regularly. Returns a function that stops it. */
export function runMaintenance({ system }: { system: System }): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = clearOutdated(system);
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Runs once, at the system's time. Failures are logged. */
export async function clearOutdated(system: System): Promise<void> {
  const { pool, now, log } = system;
  try {
    for (const rows of OUTDATED) await deleteInBatches(pool, { ...rows, values: [now()] });
    for (const rows of OUTDATED_BY_MACHINE) await deleteInBatches(pool, rows);
    await sweepIdentity(system);
  } catch (error) {
    log.warn({ err: error }, 'outdated rows could not be deleted');
  }
}
