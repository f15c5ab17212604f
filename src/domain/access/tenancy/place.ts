import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { System } from '../../context.ts';

type Placed = Pick<System, 'pool' | 'config'>;

/**
 * Returns an identifier of the database's location: the system identifier that initdb generated, and the ID of the
 * database in it. It changes when a dump or backup is restored elsewhere, but not when a standby takes over. The
 * directory of the embedded server can simply be copied, so its identifier also includes the inode and the creation
 * time of PG_VERSION.
 */
export async function placeOf({ pool, config }: Placed): Promise<string> {
  const place = await serverPlace(pool);
  if (config.databaseUrl !== undefined) return place;
  const { ino, birthtimeMs } = await stat(join(config.dataDir, 'postgres', 'data', 'PG_VERSION'));
  return `${place}:${ino}:${Math.round(birthtimeMs)}`;
}

async function serverPlace(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ place: string }>(
    `SELECT (SELECT system_identifier FROM pg_control_system()) || ':' ||
       (SELECT oid FROM pg_database WHERE datname = current_database()) AS place`,
  );
  return rows[0]?.place ?? '';
}

export const isHere = async (system: Placed, place: string | null): Promise<boolean> =>
  place !== null && place === (await placeOf(system));

/** Returns whether the database was set up elsewhere and has not been adopted here. */
export async function isCopy(system: Placed): Promise<boolean> {
  const { rows } = await system.pool.query<{ place: string | null }>('SELECT place FROM operation_state');
  const place = rows[0]?.place ?? null;
  return place !== null && !(await isHere(system, place));
}

/**
 * Checks whether the database is where this installation set it up; the first start stores the location. If the
 * database is a copy that was restored elsewhere, the original may still be running, so outgoing work is off until an
 * operator adopts the copy.
 */
export async function checkPlace(system: System): Promise<void> {
  const { pool, db, operation, publicUrls, log, config } = system;
  if (!operation) return;
  const here = await placeOf(system);
  const { rows } = await pool.query<{ place: string }>(
    `INSERT INTO operation_state AS state (place) VALUES ($1)
     ON CONFLICT (number) DO UPDATE SET place = coalesce(state.place, excluded.place)
     RETURNING place`,
    [here],
  );
  operation.outgoing = rows[0]?.place === here;
  if (operation.outgoing) return;
  const publicUrl = publicUrls[0] ?? '';
  const original = await db.installation.findFirst();
  const isSameAddress = config.publicUrls !== undefined && original?.publicUrl === publicUrl;
  log.error(
    { publicUrl, isSameAddress },
    `this database is a copy of one that ran elsewhere: webhooks and scheduled reports are off${isSameAddress ? ', and its public address is that of the original' : ''}. If the original is gone, run \`flightline database adopt\``,
  );
}

/** Stores the address of the installation, which commands print in links. A copy has the address of the original. */
export async function noteAddress({ system, origin }: { system: System; origin: string }): Promise<void> {
  const publicUrl = system.config.publicUrls?.[0] ?? origin;
  await system.db.installation.updateMany({ data: { publicUrl } });
}

/** Stores the default wire profile of the service, because commands may run in a different environment. */
export async function noteDefaultWire({ db, config }: System): Promise<void> {
  await db.installation.updateMany({ data: { wire: config.wire } });
}

/** Makes this copy the installation itself: outgoing work begins within two seconds. For operators. */
export async function adoptDatabase({ system }: { system: Placed }): Promise<{ adopted: boolean }> {
  const here = await placeOf(system);
  const { rows } = await system.pool.query<{ before: string | null }>(
    `WITH before AS (SELECT place FROM operation_state)
     INSERT INTO operation_state AS state (place) VALUES ($1)
     ON CONFLICT (number) DO UPDATE SET place = excluded.place
     RETURNING (SELECT place FROM before) AS before`,
    [here],
  );
  return { adopted: rows[0]?.before !== here };
}
