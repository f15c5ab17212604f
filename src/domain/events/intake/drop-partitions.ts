import type { PoolClient } from 'pg';
import { directPool } from '../../../platform/database/connection/client.ts';
import { isConflict } from '../../../platform/database/errors.ts';
import type { System } from '../../context.ts';

/**
 * Of several processes one drops, and the others leave it to that one. A backup holds it too (src/operations/backup/snapshot.ts):
 * what it is yet to copy stays, also a day that is in files since.
 */
const LOCK_KEY = 7_203_513_866;

interface Partition {
  readonly name: string;
  /** Null once it is detached. */
  readonly parent: string | null;
  /** An earlier detach gave up waiting for a reader; it has to be finished first. */
  readonly isPending: boolean;
}

interface Old {
  readonly tables: readonly string[];
  /** `yyyymmdd` */
  readonly before?: string;
  readonly days?: readonly string[];
}

/**
 * Drops the partitions of `tables` of the days before `before`, and of `days`. Each is detached first, which keeps nobody from
 * the others. A reader such as `pg_dump` that holds one makes it stay until the next call.
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
    // Closed rather than given back: the lock and the setting are the session's.
    client.release(true);
  }
}

async function drop(client: PoolClient, { name, parent, isPending }: Partition): Promise<void> {
  const how = isPending ? 'FINALIZE' : 'CONCURRENTLY';
  if (parent) await client.query(`ALTER TABLE "${parent}" DETACH PARTITION "${name}" ${how}`);
  await client.query(`DROP TABLE IF EXISTS "${name}"`);
}

/** By name, since one that is detached already has no parent to be found by. */
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
