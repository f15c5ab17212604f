import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { repeatIfLost } from './lost-answers.ts';

const POLL_INTERVAL_MS = 200;

/**
 * Runs `work` while no other process of this database runs work of the same name. The lease of a dead
 * holder expires after `lifeS`. A lease only saves effort: what must never happen twice is checked where it
 * is stored.
 * @returns undefined if another process holds the lease and `waits` is not set
 */
export async function withLease<T>(
  pool: Pool,
  options: { name: string; lifeS: number; waits?: boolean },
  work: () => Promise<T>,
): Promise<T | undefined> {
  const { name, lifeS, waits } = options;
  const holder = randomUUID();
  while (!(await take(pool, { name, lifeS, holder }))) {
    if (!waits) return undefined;
    await sleep(POLL_INTERVAL_MS);
  }
  const renewal = setInterval(
    () => {
      const renewed = pool.query(
        'UPDATE lease SET until = now() + make_interval(secs => $3) WHERE name = $1 AND holder = $2',
        [name, holder, lifeS],
      );
      renewed.catch(() => undefined);
    },
    (lifeS * 1000) / 3,
  );
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    // If this fails, the lease expires. The result of the work matters more than the failed release.
    await pool
      .query('DELETE FROM lease WHERE name = $1 AND holder = $2', [name, holder])
      .catch(() => undefined);
  }
}

/**
 * Returns whether this process is the one to do a task that one of all processes does every `everyS`
 * seconds.
 */
export function tryLease(pool: Pool, { name, everyS }: { name: string; everyS: number }): Promise<boolean> {
  return take(pool, { name, lifeS: everyS, holder: randomUUID() });
}

async function take(
  pool: Pool,
  { name, lifeS, holder }: { name: string; lifeS: number; holder: string },
): Promise<boolean> {
  const taking = () =>
    pool.query(
      `INSERT INTO lease (name, holder, until) VALUES ($1, $2, now() + make_interval(secs => $3))
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE lease.until < now() OR lease.holder = excluded.holder`,
      [name, holder, lifeS],
    );
  const { rowCount } = await repeatIfLost(taking);
  return rowCount === 1;
}
