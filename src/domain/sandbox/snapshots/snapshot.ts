import type { PoolClient } from 'pg';
import { listSequences, quoted } from '../../../platform/database/rows/tables.ts';
import { Problems } from '../../../resources/define/input.ts';
import { recordContents } from './content.ts';
import { holdFiles } from './files.ts';
import { lockTables } from './lock-tables.ts';
import { type Caller, runExclusively } from './run-exclusively.ts';
import { listSchemas, schemaOf } from './schemas.ts';
import { changingTables } from './tables.ts';

export interface Snapshot {
  readonly name: string;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

/** Each snapshot is a copy of the whole sandbox. */
const MAX = 20;

export function checkName(name: string): void {
  const problems = new Problems();
  if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(name))
    problems.add('name', 'must be 1 to 40 lower-case letters, digits, _ and -');
  problems.throwIfAny();
}

/**
 * Saves the whole sandbox under a name, including its clock, and replaces a snapshot with the same name. Tables are
 * copied into a separate schema, files get a second name. Throws ForbiddenError, ValidationError, UnavailableError.
 */
export async function takeSandboxSnapshot(options: { system: Caller; name: string }): Promise<Snapshot> {
  const { system, name } = options;
  checkName(name);
  return runExclusively(system, async (client) => {
    await checkCount(client, name);
    const schema = quoted(schemaOf(name));
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await client.query(`CREATE SCHEMA ${schema}`);
    const tables = await changingTables(client, { withPreserved: true });
    // Writers wait until it is finished, so that everything is from the same moment.
    await lockTables(client, tables, 'SHARE');
    let rows = 0;
    for (const { name: table, storage } of tables) {
      // Uses the same storage parameters, so that rows that are not compressed in the table are not compressed in the
      // copy either.
      const { rowCount } = await client.query(
        `CREATE TABLE ${schema}.${quoted(table)} ${storage ? `WITH (${storage})` : ''} AS TABLE ${quoted(table)}`,
      );
      rows += rowCount ?? 0;
    }
    await client.query(
      `CREATE TABLE ${schema}.snapshot AS SELECT clock_timestamp() AS taken_at, $1::jsonb AS sequences,
         ARRAY(SELECT migration_name::text FROM _prisma_migrations ORDER BY 1) AS migrations`,
      [JSON.stringify(await listSequences(client))],
    );
    await recordContents(client, schema, tables);
    const files = await holdFiles(system, client, name);
    return { name, tables: tables.length, rows, files };
  });
}

async function checkCount(client: PoolClient, name: string): Promise<void> {
  const others = (await listSchemas(client)).filter((schema) => schema !== schemaOf(name));
  const problems = new Problems();
  if (others.length >= MAX) problems.add('name', `must be one of ${MAX} snapshots; replace one of them`);
  problems.throwIfAny();
}
