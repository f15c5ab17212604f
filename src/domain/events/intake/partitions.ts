import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isConflict } from '../../../platform/database/errors.ts';
import { deleteInBatches } from '../../../platform/database/rows/delete-batches.ts';
import {
  DAY_MS,
  DAY_OF,
  dayName,
  PARTITIONED,
  partitionName,
} from '../../../platform/database/rows/partition-names.ts';
import type { System } from '../../context.ts';
import { UnavailableError } from '../../errors.ts';
import { KEPT_MS as REFUSED_KEPT_MS } from '../event/refused/bounds.ts';
import { dropOldPartitions } from './drop-partitions.ts';
import { daysTaken, KEY_LIFETIME_MS, oldestKeys } from './request-key.ts';

export const DAYS_AHEAD = 7;
/** Prevents processes that start at the same time from creating the same partition. */
const LOCK_KEY = 7_203_513_865;
/** How long a statement waits for a lock. Other statements queue behind it, so it gives up early and tries again. */
const LOCK_WAIT_MS = 500;
const ATTEMPTS = 5;
const PAUSE_MS = 200;

const ready = new WeakMap<Pool, Set<number>>();
const running = new WeakMap<Pool, Promise<void>>();

/**
 * Creates the partitions that store what arrives at `at`, unless this process knows that they exist. Throws
 * UnavailableError while a conflicting lock on a table prevents it.
 */
export async function ensurePartitions(system: System, at: Date): Promise<void> {
  const { pool } = system;
  const days = ready.get(pool) ?? new Set();
  ready.set(pool, days);
  for (const day of daysTaken(at)) {
    if (days.has(day)) continue;
    await createPartitions(pool, day);
    days.add(day);
  }
}

/**
 * Maintains the intake tables: creates partitions for the coming days, drops those older than
 * FLIGHTLINE_EVENT_RETENTION_DAYS, and drops expired Idempotency-Keys. A call during a run resolves when that run has
 * finished.
 */
export function maintainPartitions(system: System): Promise<void> {
  const { pool } = system;
  const run = running.get(pool) ?? maintain(system).finally(() => running.delete(pool));
  running.set(pool, run);
  return run;
}

async function maintain(system: System): Promise<void> {
  const { pool, config } = system;
  const now = system.now();
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1)
    await ensurePartitions(system, new Date(now.getTime() + ahead * DAY_MS));
  const oldest = Math.floor(now.getTime() / DAY_MS) - config.eventRetentionDays;
  const { used_key: _, ...events } = DAY_OF;
  const drop = (tables: string[], day: number) =>
    dropOldPartitions({ system, tables, before: dayName(day), lockWaitMs: LOCK_WAIT_MS });
  await drop(Object.keys(events), oldest);
  await drop(['used_key'], oldestKeys(now));
  const seen = [new Date((oldest + 1) * DAY_MS)];
  for (const table of ['event_refusal', 'event_refusal_reason', 'event_identity'])
    await deleteInBatches(pool, { table, where: 'hour < $1', values: seen });
  const forgotten = [new Date(now.getTime() - REFUSED_KEPT_MS)];
  await deleteInBatches(pool, { table: 'event_refused', where: 'received_at < $1', values: forgotten });
  // Keys that the previous version stored.
  const spent = [new Date(now.getTime() - KEY_LIFETIME_MS)];
  await deleteInBatches(pool, { table: 'intake_key', where: 'created_at < $1', values: spent });
}

/**
 * ATTACH lets others read and write the table meanwhile, including `pg_dump`; PARTITION OF would lock all of them out.
 * With a default partition, ATTACH would lock them out too, so there is none: rows without a partition are refused.
 */
export async function createPartitions(pool: Pool, day: number): Promise<void> {
  const names = PARTITIONED.map((table) => partitionName(table, day));
  const { rows } = await pool.query<{ missing: boolean; archived: boolean }>(
    `SELECT count(*) < $2 AS missing,
       EXISTS (SELECT FROM event_archive WHERE day >= to_date($3, 'YYYYMMDD')) AS archived FROM pg_inherits
     WHERE inhrelid = ANY (ARRAY(SELECT to_regclass(quote_ident(name)) FROM unnest($1::text[]) AS name))`,
    [names, names.length, dayName(day)],
  );
  if (!rows[0]?.missing) return;
  // This machine's clock is days behind: events of archived days are read from files only.
  if (rows[0].archived) throw new UnavailableError();
  const statement = `DO $$ BEGIN
    PERFORM set_config('lock_timeout', '${LOCK_WAIT_MS}ms', true), pg_advisory_xact_lock(${LOCK_KEY});
    ${PARTITIONED.map((table) => attachPartition(table, day)).join('')}
  END $$`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await pool.query(statement);
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === ATTEMPTS) throw new UnavailableError();
      await sleep(attempt * PAUSE_MS);
    }
  }
}

function attachPartition(table: string, day: number): string {
  const name = partitionName(table, day);
  const [from, to] = [day, day + 1].map((of) => new Date(of * DAY_MS).toISOString());
  return `
    IF NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass('"${name}"')) THEN
      CREATE TABLE IF NOT EXISTS "${name}" (LIKE "${table}" INCLUDING ALL);
      ALTER TABLE "${table}" ATTACH PARTITION "${name}" FOR VALUES FROM ('${from}') TO ('${to}');
    END IF;`;
}
