import { sweepIdentity } from '../../domain/access/identity/sweep.ts';
import type { System } from '../../domain/context.ts';
import { deleteInBatches } from '../../platform/database/rows/delete-batches.ts';

const EVERY_MS = 600_000;

/** What nobody asks for again, besides what `sweepIdentity` knows: calls that left the longest window, and answers kept for replays. */
const OUTDATED = [
  { table: 'rate_call', where: `at < $1::timestamptz - interval '1 day'` },
  { table: 'idempotency_record', where: `started_at < $1::timestamptz - interval '1 day'` },
  // After ten minutes counts begin anew.
  { table: 'sandbox_fault_count', where: `since < $1::timestamptz - interval '10 minutes'` },
];

/** Deletes outdated rows and rotates signing keys now and then; returns what ends that. */
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

/** Once, at the system's time; what fails is logged. */
export async function clearOutdated(system: System): Promise<void> {
  const { pool, now, log } = system;
  try {
    for (const rows of OUTDATED) await deleteInBatches(pool, { ...rows, values: [now()] });
    await sweepIdentity(system);
  } catch (error) {
    log.warn({ err: error }, 'outdated rows could not be deleted');
  }
}
