import type { Pool } from 'pg';

/** Makes every process check all tokens again within two seconds, including those that intake caches for minutes. */
export async function recheckAccess(db: Pick<Pool, 'query'>): Promise<void> {
  await db.query(
    `INSERT INTO operation_state AS state (access_epoch) VALUES (1)
     ON CONFLICT (number) DO UPDATE SET access_epoch = state.access_epoch + 1`,
  );
}
