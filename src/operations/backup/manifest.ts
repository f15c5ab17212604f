import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import { innerName } from './inner-name.ts';

const FILE = 'backup.json';
const Bytes = z.object({ bytes: z.number(), sha256: z.string() });

const Contents = z.object({
  createdAt: z.string(),
  /** The version of the server that it was created on. */
  postgres: z.string(),
  /** In the order in which they were applied. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(
    Bytes.extend({
      name: z.string(),
      columns: z.array(z.string()),
      partitionOf: z.object({ parent: z.string(), bound: z.string() }).optional(),
      rows: z.number(),
      /** The compressed file. `bytes` and `sha256` are those of the uncompressed rows. */
      stored: Bytes.optional(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  /** Facts and finished reports, by their names below `warehouse`. */
  files: z.array(Bytes.extend({ name: z.string() })),
  masterKey: z.enum(['included', 'not included']),
  /** The file of the master key, if it is included. */
  masterKeyFile: Bytes.optional(),
});

/**
 * Format 2 has compressed tables, and a checksum of the manifest itself as its last field. Format 1 was
 * written by earlier versions and can still be read.
 */
const Manifest = z.discriminatedUnion('format', [
  Contents.extend({ format: z.literal(1) }),
  Contents.extend({ format: z.literal(2), sha256: z.string() }),
]);

/** The content of a backup. It is written last, so a folder without it is not a backup. */
export type Manifest = z.infer<typeof Contents> & { readonly format: 1 | 2 };
export type SavedTable = Manifest['tables'][number];
export type SavedFile = Manifest['files'][number];

/** Returns the file of a table: rows in PostgreSQL's COPY text format, UTF-8, compressed with gzip. */
export const tableFile = (dir: string, table: string): string => join(dir, 'database', `${table}.copy.gz`);

/** Returns the path of a saved table in a backup. */
export const savedTable = (dir: string, { name, stored }: SavedTable): string =>
  stored ? tableFile(dir, name) : join(dir, 'database', `${name}.copy`);

const checksumOf = (manifest: object): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

export async function writeManifest(dir: string, manifest: Manifest): Promise<void> {
  const draft = join(dir, `${FILE}.new`);
  const sealed = { ...manifest, sha256: checksumOf(manifest) };
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(sealed, undefined, 1)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(dir, FILE));
  const folder = await open(dir, 'r');
  await folder.sync().finally(() => folder.close());
}

/** Returns the manifest. Throws BackupError if the folder is not a backup, or its manifest was changed. */
export async function readManifest(dir: string): Promise<Manifest> {
  const filePath = join(dir, FILE);
  const text = await readFile(filePath, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${dir} is not a complete backup: ${FILE} cannot be read (${error.code}).`);
  });
  const found = jsonOf(text);
  const parsed = Manifest.safeParse(found);
  if (!parsed.success)
    throw new BackupError(`${filePath} is damaged or was made by a later version of Flightline.`);
  for (const { name } of [...parsed.data.files, ...parsed.data.tables])
    innerName(name, { of: 'backup', folder: 'backup' });
  if (parsed.data.format === 1) return parsed.data;
  // The digest is computed from the parsed content, so that it includes fields that this version does not
  // know.
  const { sha256: _, ...rest } = found as { sha256: string };
  const { sha256, ...manifest } = parsed.data;
  if (checksumOf(rest) !== sha256) throw new BackupError(`${filePath} was changed after it was saved.`);
  return manifest;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a stream of a file in a backup. */
export const readBackup = (filePath: string) => createReadStream(filePath, { highWaterMark: 1 << 18 });
