import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { from, to } from 'pg-copy-streams';
import { quoted, type Table } from '../../platform/database/rows/tables.ts';
import { type Digest, digesting } from './digest.ts';
import { readBackup, type SavedTable } from './manifest.ts';

const columnsOf = ({ name, columns }: Table): string => `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/** Rows compress well at the lowest level, and higher ones take several times as long. */
const LEVEL = 1;
const CHUNK_BYTES = 1 << 18;

const rowsOf = (client: ClientBase, table: Table) =>
  client.query(to(`COPY ${columnsOf(table)} TO STDOUT (ENCODING 'UTF8')`));

/** Writes a table's rows to a new compressed file, and flushes it to the disk. */
export async function copyOut(
  client: ClientBase,
  table: Table,
  filePath: string,
): Promise<Digest & { rows: number; stored: Digest }> {
  const source = rowsOf(client, table);
  const [rows, stored] = [digesting(), digesting()];
  const file = createWriteStream(filePath, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(
    source,
    rows.stream,
    createGzip({ level: LEVEL, chunkSize: CHUNK_BYTES }),
    stored.stream,
    file,
  );
  return { rows: source.rowCount, ...rows.result(), stored: stored.result() };
}

/** Returns the digest of the rows that `copyOut` would write. */
export async function digestOut(client: ClientBase, table: Table): Promise<Digest & { rows: number }> {
  const source = rowsOf(client, table);
  const digest = digesting();
  await pipeline(source, digest.stream, new Writable({ write: (_chunk, _encoding, done) => done() }));
  return { rows: source.rowCount, ...digest.result() };
}

/** Loads a file of `copyOut` into an empty table. */
export async function copyIn(client: ClientBase, table: SavedTable, filePath: string): Promise<void> {
  const target = client.query(from(`COPY ${columnsOf(table)} FROM STDIN (ENCODING 'UTF8')`));
  if (table.stored) await pipeline(readBackup(filePath), createGunzip({ chunkSize: CHUNK_BYTES }), target);
  else await pipeline(readBackup(filePath), target);
}
