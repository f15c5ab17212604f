import type { PoolClient } from 'pg';
import { directPool } from '../../../platform/database/connection/client.ts';
import { isConflict } from '../../../platform/database/errors.ts';
import type { System } from '../../context.ts';

/**
 * Only one process drops partitions at a time. A backup holds the lock too (src/operations/backup/snapshot.ts): what it
 * has not copied yet must stay, even if the day is now in files.
 */
const LOCK_KEY = 7_203_513_866;

interface Partition {
  readonly name: string;
  /** Null once the partition is detached. */
  readonly parent: string | null;
  /** An earlier detach timed out waiting for a reader and has to be finished first. */
  readonly isPending: boolean;
}

interface Old {
  readonly tables: readonly string[];
  /** `yyyymmdd` */
  readonly before?: string;
  readonly days?: readonly string[];
}

/**
 * Drops the partitions of `tables` for the days before `before`, and for `days`. Each is detached first, so that the
 * others remain accessible. If a reader such as `pg_dump` holds one, it stays until the next call.
 */
export async function dropOldPartitions(
  options: Old & {
    system: System;
    lockWaitMs: number;
  },
): Promise<void> {
  const { system, lockWaitMs } = options;
  const partitions = await oldPartitions(system, options);
  if (partitions.length === 0) return;
  const client = await directPool(system.pool).connect();
  try {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${LOCK_KEY}) AS mine`);
    if (!rows[0].mine) return;
    await client.query(`SET lock_timeout = ${lockWaitMs}`);
    for (const partition of await oldPartitions(system, options)) await drop(client, partition);
  } catch (error) {
    if (!isConflict(error)) throw error;
    system.log.info({ err: error }, 'old partitions are being read and will be dropped later');
  } finally {
    // The lock and the setting belong to the session, so the connection is closed instead of reused.
    client.release(true);
  }
}

async function drop(client: PoolClient, { name, parent, isPending }: Partition): Promise<void> {
  const how = isPending ? 'FINALIZE' : 'CONCURRENTLY';
  if (parent) await client.query(`ALTER TABLE "${parent}" DETACH PARTITION "${name}" ${how}`);
  await client.query(`DROP TABLE IF EXISTS "${name}"`);
}

/** Finds partitions by name, because one that is already detached has no parent. */
async function oldPartitions(
  { pool }: System,
  { tables, before = '', days = [] }: Old,
): Promise<Partition[]> {
  const { rows } = await pool.query<Partition>(
    `SELECT child.relname AS name, parent.relname AS parent, coalesce(inhdetachpending, false) AS "isPending"
     FROM pg_class child LEFT JOIN pg_inherits ON inhrelid = child.oid LEFT JOIN pg_class parent ON parent.oid = inhparent
     WHERE child.relkind = 'r' AND child.relnamespace = current_schema()::regnamespace
       AND child.relname ~ $1 AND (right(child.relname, 8) < $2 OR right(child.relname, 8) = ANY ($3))
     ORDER BY coalesce(inhdetachpending, false) DESC, name`,
    [`^(${tables.join('|')})_\\d{8}$`, before, days],
  );
  return rows;
}
