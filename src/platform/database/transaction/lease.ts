import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { repeatIfLost } from './lost-answers.ts';

const LOOK_EVERY_MS = 200;

/**
 * Does `work` while no other process of this database does work of that name; a holder that died is succeeded
 * after `lifeS`. A lease saves effort: what must never happen twice is checked where it is stored.
 * @returns undefined if another process is at it, and `waits` is not set
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
    await sleep(LOOK_EVERY_MS);
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
    // Otherwise it runs out. What came of the work is more than that it could not be given back.
    await pool
      .query('DELETE FROM lease WHERE name = $1 AND holder = $2', [name, holder])
      .catch(() => undefined);
  }
}

/** Whether it is this process's turn at what all of them together do once in `everyS`. */
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
