import type { PoolClient } from 'pg';
import { DAY_OF } from '../../../platform/database/rows/partition-names.ts';
import { inKeyOrder, quoted } from '../../../platform/database/rows/tables.ts';
import type { System } from '../../context.ts';
import { ConflictError, NotFoundError } from '../../errors.ts';
import { createPartitions } from '../../events/intake/partitions.ts';
import { requireSandbox, type SandboxClock, showClock } from '../clock.ts';
import { compareToSnapshot, recordContents } from './content.ts';
import { restoreFiles } from './files.ts';
import { forgetExpiredSecrets, keepCredentials } from './keep-credentials.ts';
import { lockTables } from './lock-tables.ts';
import {
  clearToRefill,
  nonEmptyTables,
  removeRows,
  withoutTriggers,
  withReferencingTables,
} from './refill.ts';
import { type Caller, runExclusively } from './run-exclusively.ts';
import { isOfThisVersion, listSchemas, schemaOf } from './schemas.ts';
import { checkName } from './snapshot.ts';
import { changingTables } from './tables.ts';

/**
 * Restores a snapshot, including its clock, but no secret and nothing that was revoked since. Throws ForbiddenError,
 * NotFoundError, and ConflictError for a snapshot of another version.
 */
export async function restoreSandboxSnapshot(options: {
  system: Caller;
  name: string;
}): Promise<SandboxClock & { name: string }> {
  const { system, name } = options;
  requireSandbox(system);
  checkName(name);
  const schema = quoted(schemaOf(name));
  await checkSnapshot(system, name);
  // Retention may have dropped partitions that the snapshot needs.
  for (const [table, column] of Object.entries(DAY_OF)) {
    const { rows } = await system.pool.query<{ day: number }>(
      `SELECT DISTINCT floor(extract(epoch FROM ${column}) / 86400)::int AS day FROM ${schema}.${quoted(table)}`,
    );
    for (const { day } of rows) await createPartitions(system.pool, day);
  }
  await runExclusively(system, async (client) => {
    const tables = await inKeyOrder(client, await changingTables(client, { withPreserved: true }));
    await lockTables(client, tables, 'ACCESS EXCLUSIVE');
    await forgetExpiredSecrets(client, system.now());
    await keepCredentials(client);
    const { grown, changed, isAdded } = await compareToSnapshot(client, schema, tables);
    const refilled = await withReferencingTables(client, changed, tables);
    await withoutTriggers(client, tables, async () => {
      await clearToRefill(client, refilled);
      await removeRows(client, grown, isAdded);
      for (const { name: table, columns } of await nonEmptyTables(client, schemaOf(name), refilled)) {
        const names = columns.map(quoted).join(', ');
        await client.query(
          `INSERT INTO ${quoted(table)} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM ${schema}.${quoted(table)}`,
        );
      }
    });
    await recordContents(client, schema, refilled);
    await restoreSequences(client, schema);
    await client.query(
      `UPDATE sandbox_clock SET shows = shows + (taken_at - anchored_at) * speed, anchored_at = clock_timestamp()
       FROM ${schema}.snapshot`,
    );
    await restoreFiles(system, client, name);
  });
  return { name, ...(await showClock(system)) };
}

async function checkSnapshot(system: System, name: string): Promise<void> {
  if (!(await listSchemas(system.pool)).includes(schemaOf(name))) throw new NotFoundError('Snapshot');
  if (!(await isOfThisVersion(system.pool, schemaOf(name))))
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
