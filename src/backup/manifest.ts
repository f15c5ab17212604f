import { createReadStream } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupRefused } from './backup-refused.ts';

const FILE = 'backup.json';
const Bytes = { bytes: z.number(), sha256: z.string() };

const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  /** Of the server that it was made on. */
  postgres: z.string(),
  /** In the order in which they were applied. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      partitionOf: z.object({ parent: z.string(), bound: z.string() }).optional(),
      rows: z.number(),
      ...Bytes,
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  /** Facts and finished reports, by their names below `warehouse`. */
  files: z.array(z.object({ name: z.string(), ...Bytes })),
  masterKey: z.enum(['included', 'not included']),
});

/** What a backup consists of; written last, so that a folder without it is no backup. */
export type Manifest = z.infer<typeof Manifest>;
export type SavedTable = Manifest['tables'][number];
export type SavedFile = Manifest['files'][number];

/** Rows of a table in PostgreSQL's COPY text format, UTF-8. */
export const tableFile = (dir: string, table: string): string => join(dir, 'database', `${table}.copy`);

export async function writeManifest(dir: string, manifest: Manifest): Promise<void> {
  const draft = join(dir, `${FILE}.new`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, undefined, 1)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(dir, FILE));
  const folder = await open(dir, 'r');
  await folder.sync().finally(() => folder.close());
}

export async function readManifest(dir: string): Promise<Manifest> {
  const text = await readFile(join(dir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupRefused(`${dir} is not a complete backup: ${FILE} cannot be read (${error.code}).`);
  });
  const parsed = Manifest.safeParse(jsonOf(text));
  if (!parsed.success)
    throw new BackupRefused(`${join(dir, FILE)} is damaged or was made by a later version of Flightline.`);
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a file that a backup holds. */
export const readBackup = (place: string) => createReadStream(place, { highWaterMark: 1 << 18 });
