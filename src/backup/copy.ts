import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from, to } from 'pg-copy-streams';
import { type Digest, digesting } from './digest.ts';
import { readBackup } from './manifest.ts';
import { quoted, type Table } from './tables.ts';

const columnsOf = ({ name, columns }: Table): string => `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/** Writes a table's rows to a file that is not there yet, and sees them on the disk. */
export async function copyOut(
  client: ClientBase,
  table: Table,
  place: string,
): Promise<Digest & { rows: number }> {
  return await readOut(client, table, createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true }));
}

/** What `copyOut` would write. */
export const digestOut = (client: ClientBase, table: Table): Promise<Digest & { rows: number }> =>
  readOut(client, table, new Writable({ write: (_chunk, _encoding, done) => done() }));

async function readOut(client: ClientBase, table: Table, target: Writable) {
  const source = client.query(to(`COPY ${columnsOf(table)} TO STDOUT (ENCODING 'UTF8')`));
  const digest = digesting();
  await pipeline(source, digest.stream, target);
  return { rows: source.rowCount, ...digest.result() };
}

/** Reads a file of `copyOut` into an empty table. */
export async function copyIn(client: ClientBase, table: Table, place: string): Promise<void> {
  const target = client.query(from(`COPY ${columnsOf(table)} FROM STDIN (ENCODING 'UTF8')`));
  await pipeline(readBackup(place), target);
}
