import type { ClientBase } from 'pg';
import { inKeyOrder, quoted } from '../../platform/database/rows/tables.ts';
import { BackupError } from './backup-error.ts';
import { copyIn, digestOut } from './copy.ts';
import { type Manifest, savedTable } from './manifest.ts';

/**
 * Fills the empty tables in the caller's transaction, reads each back, and throws if a single byte differs.
 * The order of rows is only the same if the transaction created or truncated the table: otherwise COPY
 * fills gaps, which a failed restore may have left.
 */
export async function loadTables(client: ClientBase, dir: string, manifest: Manifest): Promise<void> {
  const whole = manifest.tables.filter(({ partitionOf }) => !partitionOf).map(({ name }) => quoted(name));
  await client.query(`TRUNCATE ${whole.join(', ')} CASCADE`);
  for (const { name, partitionOf } of manifest.tables)
    if (partitionOf)
      await client.query(
        `CREATE TABLE ${quoted(name)} PARTITION OF ${quoted(partitionOf.parent)} ${boundOf(partitionOf)}`,
      );
  for (const table of await inKeyOrder(client, manifest.tables)) {
    const { name, bytes, rows, sha256 } = table;
    // The saved rows already contain what triggers add.
    await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
    const filePath = savedTable(dir, table);
    await copyIn(client, table, filePath);
    await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
    const found = await digestOut(client, table);
    if (found.rows !== rows || found.bytes !== bytes || found.sha256 !== sha256)
      throw new BackupError(
        `${filePath} was changed after it was saved: it has ${found.rows} rows instead of ${rows}.`,
      );
  }
  for (const { name, lastValue, isCalled } of manifest.sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [quoted(name), lastValue, isCalled]);
}

/** Returns a part of a statement after checking that it has the form in which PostgreSQL prints it. */
function boundOf({ parent, bound }: { parent: string; bound: string }): string {
  if (!/^FOR VALUES FROM \('[\d: +-]+'\) TO \('[\d: +-]+'\)$/.test(bound))
    throw new BackupError(`The backup has a partition of ${parent} whose bounds cannot be read.`);
  return bound;
}
