import type { System } from '../context.ts';

const TABLES = ['event', 'event_receipt', 'conversion_receipt'] as const;
const DAY_MS = 86_400_000;
const DAYS_AHEAD = 3;
/** Ours alone, so that processes which start together do not make the same partition. */
const LOCK_KEY = 7_203_513_865;
const KEY_LIFETIME_MS = 24 * 3_600_000;

const ready = new WeakMap<System['pool'], Set<number>>();

/** Makes the partitions of the day that `at` lies in, unless this process knows them to be there. */
export async function ensurePartitions(system: System, at: Date): Promise<void> {
  const { pool } = system;
  const days = ready.get(pool) ?? new Set();
  ready.set(pool, days);
  const day = Math.floor(at.getTime() / DAY_MS);
  if (days.has(day)) return;
  const missing = TABLES.map((table) => createPartition(table, day)).join('');
  // Without BEGIN these statements are one transaction all the same, and none is left open by an error.
  await pool.query(`SELECT pg_advisory_xact_lock(${LOCK_KEY}); ${missing}`);
  days.add(day);
}

/**
 * Keeps the tables of intake: partitions for the days to come are made, those older than
 * FLIGHTLINE_EVENT_RETENTION_DAYS dropped, and Idempotency-Keys of more than 24 hours ago forgotten.
 */
export async function maintainPartitions(system: System): Promise<void> {
  const { pool, config } = system;
  const now = system.now();
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1)
    await ensurePartitions(system, new Date(now.getTime() + ahead * DAY_MS));
  const oldest = dayName(Math.floor(now.getTime() / DAY_MS) - config.eventRetentionDays);
  const { rows } = await pool.query<{ name: string }>(
    `SELECT child.relname AS name
     FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent
     WHERE parent.relname = ANY ($1) AND child.relname ~ '_\\d{8}$' AND right(child.relname, 8) < $2`,
    [TABLES, oldest],
  );
  for (const { name } of rows) await pool.query(`DROP TABLE IF EXISTS "${name}"`);
  await pool.query('DELETE FROM intake_key WHERE created_at < $1', [
    new Date(now.getTime() - KEY_LIFETIME_MS),
  ]);
}

function createPartition(table: string, day: number): string {
  const [from, to] = [day, day + 1].map((of) => new Date(of * DAY_MS).toISOString());
  return `CREATE TABLE IF NOT EXISTS "${table}_${dayName(day)}" PARTITION OF "${table}"
    FOR VALUES FROM ('${from}') TO ('${to}');`;
}

/** `yyyymmdd` in UTC. */
function dayName(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
}
