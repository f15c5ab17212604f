import type { Pool } from 'pg';
import { isConflict } from '../../../../platform/database/errors.ts';
import { DAY_MS, partitionName } from '../../../../platform/database/rows/partition-names.ts';
import { inTransaction } from '../../../../platform/database/transaction/in-transaction.ts';
import type { System } from '../../../context.ts';
import { dropOldPartitions } from '../../intake/drop-partitions.ts';

/** A UTC day of events. */
export interface ArchiveDay {
  /** `yyyy-mm-dd` */
  readonly day: string;
  readonly partition: string;
}

const LOCK_WAIT_MS = 500;

/** Returns the oldest day that is due to be archived: days are archived in order. */
export async function nextDay(
  { pool, config, now }: Pick<System, 'pool' | 'config' | 'now'>,
  archiveDays: number,
): Promise<ArchiveDay | undefined> {
  const today = Math.floor(now().getTime() / DAY_MS);
  const { rows } = await pool.query<ArchiveDay>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, name AS partition FROM (
       SELECT relname AS name, to_date(right(relname, 8), 'YYYYMMDD') AS day
       FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE inhparent = 'event'::regclass AND NOT inhdetachpending AND relname ~ '^event_\\d{8}$'
     ) AS kept
     WHERE name < $1 AND name >= $2 AND NOT EXISTS (SELECT FROM event_archive WHERE event_archive.day = kept.day)
     ORDER BY name LIMIT 1`,
    [today - archiveDays, today - config.eventRetentionDays].map((day) => partitionName('event', day)),
  );
  return rows[0];
}

/**
 * Closes the partition to new events: none should arrive this late, but one that did would be missing from the files.
 * Adds a CHECK that is never true as NOT VALID, so that PostgreSQL does not apply it to existing rows.
 * @returns false while somebody reads the partition
 */
export async function closeDay(pool: Pool, { partition }: ArchiveDay): Promise<boolean> {
  try {
    await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `SELECT FROM pg_constraint WHERE conrelid = to_regclass($1) AND conname = 'archived'`,
        [partition],
      );
      if (rowCount) return;
      await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
      await client.query(`ALTER TABLE "${partition}" ADD CONSTRAINT archived CHECK (false) NOT VALID`);
    });
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}

/**
 * Drops the partitions of days that are in files. A partition that is being read or backed up stays until the next
 * call.
 */
export async function dropArchived(system: System): Promise<void> {
  const { rows } = await system.pool.query<{ day: string }>(
    `SELECT to_char(day, 'YYYYMMDD') AS day FROM event_archive`,
  );
  if (rows.length === 0) return;
  const days = rows.map(({ day }) => day);
  await dropOldPartitions({ system, tables: ['event'], days, lockWaitMs: LOCK_WAIT_MS });
}
