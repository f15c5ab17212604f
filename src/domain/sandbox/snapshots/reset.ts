import { type SandboxClock, showClock } from '../clock.ts';
import { forgetExpiredSecrets } from './keep-credentials.ts';
import { lockTables } from './lock-tables.ts';
import { type Caller, runExclusively } from './run-exclusively.ts';
import { changingTables, truncateTables } from './tables.ts';

/**
 * Resets the sandbox to its beginning: real time and empty seats. Seats, users, clients with their secrets and quotas,
 * reference data and exchange rates remain. IDs begin at 1 again, so that repeating the same calls gives the same
 * results.
 */
export async function resetSandbox(system: Caller): Promise<SandboxClock> {
  await runExclusively(system, async (client) => {
    const tables = await changingTables(client, { withPreserved: false });
    await lockTables(client, tables, 'ACCESS EXCLUSIVE');
    // Readers of changes continue after an ID, so IDs of changes must not be used again.
    const isChange = ({ name }: { name: string }) => name === 'change';
    await truncateTables(client, tables.filter(isChange), { restart: false });
    await truncateTables(
      client,
      tables.filter((table) => !isChange(table)),
      { restart: true },
    );
    await forgetExpiredSecrets(client, system.now());
    await client.query(
      `UPDATE sandbox_clock SET shows = at, anchored_at = at, speed = 1, delivered_until = date_trunc('hour', at, 'UTC')
       FROM (SELECT clock_timestamp() AS at) AS moment`,
    );
  });
  return showClock(system);
}
