import type { PoolClient } from 'pg';
import { DAY_OF } from '../../../platform/database/rows/partition-names.ts';
import { inKeyOrder, quoted } from '../../../platform/database/rows/tables.ts';
import type { System } from '../../context.ts';
import { ConflictError, NotFoundError } from '../../errors.ts';
import { createPartitions } from '../../events/intake/partitions.ts';
import { requireSandbox, type SandboxClock, showClock } from '../clock.ts';
import { alone, type Caller } from './alone.ts';
import { differencesTo, noteContents } from './content.ts';
import { giveBackFiles } from './files.ts';
import { lockTables } from './lock-tables.ts';
import { clearToRefill, filledIn, removeRows, withoutTriggers, withReferring } from './refill.ts';
import { checkName, schemaOf } from './snapshot.ts';
import { changingTables } from './tables.ts';

/**
 * Restores a snapshot, including its clock. Throws ForbiddenError, NotFoundError, and ConflictError for a snapshot of
 * another version.
 */
export async function restoreSandboxSnapshot(options: {
  system: Caller;
  name: string;
}): Promise<SandboxClock & { name: string }> {
  const { system, name } = options;
  requireSandbox(system);
  checkName(name);
  const schema = quoted(schemaOf(name));
  await checkSnapshot(system, schema, name);
  // Retention may have dropped partitions that the snapshot needs.
  for (const [table, column] of Object.entries(DAY_OF)) {
    const { rows } = await system.pool.query<{ day: number }>(
      `SELECT DISTINCT floor(extract(epoch FROM ${column}) / 86400)::int AS day FROM ${schema}.${quoted(table)}`,
    );
    for (const { day } of rows) await createPartitions(system.pool, day);
  }
  await alone(system, async (client) => {
    const tables = await inKeyOrder(client, await changingTables(client, { withPreserved: true }));
    await lockTables(client, tables, 'ACCESS EXCLUSIVE');
    const { grown, changed, isAdded } = await differencesTo(client, schema, tables);
    const refilled = await withReferring(client, changed, tables);
    await withoutTriggers(client, tables, async () => {
      await clearToRefill(client, refilled);
      await removeRows(client, grown, isAdded);
      for (const { name: table, columns } of await filledIn(client, schemaOf(name), refilled)) {
        const names = columns.map(quoted).join(', ');
        await client.query(
          `INSERT INTO ${quoted(table)} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM ${schema}.${quoted(table)}`,
        );
      }
    });
    await noteContents(client, schema, refilled);
    await restoreSequences(client, schema);
    await client.query(
      `UPDATE sandbox_clock SET shows = shows + (taken_at - anchored_at) * speed, anchored_at = clock_timestamp()
       FROM ${schema}.snapshot`,
    );
    await giveBackFiles(system, client, name);
  });
  return { name, ...(await showClock(system)) };
}

async function checkSnapshot(system: System, schema: string, name: string): Promise<void> {
  const { rows: found } = await system.pool.query('SELECT FROM pg_namespace WHERE nspname = $1', [
    schemaOf(name),
  ]);
  if (found.length === 0) throw new NotFoundError('Snapshot');
  const { rows } = await system.pool.query<{ same: boolean }>(
    `SELECT migrations = ARRAY(SELECT migration_name::text FROM _prisma_migrations ORDER BY 1) AS same
     FROM ${schema}.snapshot`,
  );
  if (!rows[0]?.same)
    throw new ConflictError(`The snapshot ${name} was taken by another version of Flightline.`);
}

/** Readers of changes continue after an ID, so IDs assigned since the snapshot are not used again. */
async function restoreSequences(client: PoolClient, schema: string): Promise<void> {
  await client.query(
    `SELECT setval(to_regclass(quote_ident(name)), "lastValue"::bigint, "isCalled")
     FROM ${schema}.snapshot, jsonb_to_recordset(sequences) AS one (name text, "lastValue" text, "isCalled" boolean)
     WHERE name <> 'change_id_seq'`,
  );
}
