import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '../../../config.ts';
import type { FileStore } from '../../../warehouse/file-store.ts';
import { createLocalFiles } from '../../../warehouse/local-files.ts';
import { createS3Files } from '../../../warehouse/s3/files.ts';
import { BackupError } from '../backup-error.ts';

/** The size of the local cache for an object store. */
const CACHE_BYTES = 256 * 1024 * 1024;

/**
 * The names that PostgreSQL gives to segments of the write-ahead log, and to other files that a recovery
 * reads.
 */
export const SEGMENT = /^([0-9A-F]{24}(\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)$/;
/** The folders of the warehouse whose files the database refers to. */
export const WAREHOUSE_FOLDERS = ['facts', 'events', 'reports'];

export const walName = (segment: string): string => `wal/${segment}.gz`;

/** Opens the archive that FLIGHTLINE_WAL_ARCHIVE configures. */
export function openArchive({ walArchive, dataDir }: Pick<Config, 'walArchive' | 'dataDir'>): FileStore {
  if (!walArchive)
    throw new BackupError('FLIGHTLINE_WAL_ARCHIVE: is not set; name the archive to recover from.');
  if ('directory' in walArchive) return createLocalFiles(path.resolve(walArchive.directory));
  const root = path.resolve(dataDir, 'wal-archive');
  return createS3Files({ bucket: walArchive, root, cacheBytes: CACHE_BYTES });
}

const Base = z.object({
  format: z.literal(1),
  /** To recover to an earlier time, an earlier base is needed. */
  endedAt: z.string(),
  postgres: z.string(),
  /** The first segment that a recovery reads. */
  firstSegment: z.string(),
  /** The size of the compressed file, which contains the `entries` one after the other. */
  bytes: z.number(),
  sha256: z.string(),
  entries: z.array(z.object({ path: z.string(), bytes: z.number() })),
  folders: z.array(z.string()),
  /** The files of the warehouse when the base was started. */
  warehouse: z.array(z.string()),
});

/** A copy of the cluster, from which a recovery starts: `base/NAME.gz`, described by `base/NAME.json`. */
export type Base = z.infer<typeof Base>;

export async function publishText(archive: FileStore, name: string, text: string): Promise<void> {
  const draft = await archive.draft();
  await writeFile(draft, text, { mode: 0o600 });
  await archive.publish(draft, name);
}

export async function readBases(archive: FileStore): Promise<{ name: string; base: Base }[]> {
  const names = (await archive.list('base')).map(({ name }) => name).filter((name) => name.endsWith('.json'));
  const folder = await mkdtemp(path.join(tmpdir(), 'flightline-bases-'));
  try {
    const bases = [];
    for (const [index, name] of names.sort().entries()) {
      const filePath = path.join(folder, `${index}`);
      await archive.save(name, filePath);
      const parsed = Base.safeParse(JSON.parse(await readFile(filePath, 'utf8')));
      if (!parsed.success) throw new BackupError(`${name} was made by a later version of Flightline.`);
      bases.push({ name: name.replace(/\.json$/, ''), base: parsed.data });
    }
    return bases;
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const newHash = () => createHash('sha256');
