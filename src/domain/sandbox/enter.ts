import type { Pool } from 'pg';
import { readInstallation } from '../../platform/database/migration/installation.ts';
import { inTransaction } from '../../platform/database/transaction/in-transaction.ts';
import { gateTransactions } from '../../platform/database/transaction/transaction-gate.ts';
import { type ClockSetting, type RegisteredFault, Sandbox } from './state.ts';

/** Of processes that start at the same time, the lock lets one decide. */
const LOCK_KEY = 7_203_513_870;

/**
 * Returns the sandbox, or undefined if the database is not one. A database becomes a sandbox if the first process that
 * opens it has FLIGHTLINE_SANDBOX=on, and remains one.
 */
export async function enterSandbox(options: {
  pool: Pool;
  isRequested: boolean;
  seed: number;
}): Promise<Sandbox | undefined> {
  const { pool } = options;
  const known = (await readSandbox(pool)) ?? (await decide(options));
  if (!known) return undefined;
  gateTransactions(pool);
  const sandbox = new Sandbox(known.clock);
  sandbox.take(known);
  return sandbox;
}

/**
 * Returns the setting of the clock and the registered faults, read by one statement; undefined outside of a sandbox.
 */
export async function readSandbox(
  pool: Pick<Pool, 'query'>,
): Promise<{ clock: ClockSetting; faults: RegisteredFault[] } | undefined> {
  const { rows } = await pool.query<ClockSetting & { faults: RegisteredFault[] | null }>(
    `SELECT shows, anchored_at AS "anchoredAt", speed,
       (SELECT json_agg(json_build_object('id', id, 'clientId', client_id, 'path', path, 'fault', fault) ORDER BY id)
        FROM sandbox_fault) AS faults
     FROM sandbox_clock`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { faults, ...clock } = row;
  return { clock, faults: faults ?? [] };
}

/** Makes a new database a sandbox if requested, and stores that it is no longer new. */
function decide({
  pool,
  isRequested,
  seed,
}: Parameters<typeof enterSandbox>[0]): ReturnType<typeof readSandbox> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
    const { rows } = await client.query<{ fresh: boolean }>(
      'SELECT NOT EXISTS (SELECT FROM installation) AND NOT EXISTS (SELECT FROM seat) AS fresh',
    );
    if (isRequested && rows[0]?.fresh) await client.query(FIRST_CLOCK, [seed]);
    await readInstallation(client);
    return readSandbox(client);
  });
}

const FIRST_CLOCK = `INSERT INTO sandbox_clock (number, shows, anchored_at, seed, delivered_until)
  VALUES (1, clock_timestamp(), clock_timestamp(), $1, date_trunc('hour', clock_timestamp(), 'UTC'))`;
