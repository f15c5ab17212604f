import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { BackupError } from '../backup-error.ts';
import { innerName } from '../inner-name.ts';
import type { Base } from './archive.ts';
import { OF_DATA_DIR } from './base.ts';

/** Unpacks a base to a cluster that recovers when it is started. */
export async function unpackBase(options: {
  /** The path of the base's file. */
  filePath: string;
  base: Base;
  pgData: string;
  dataDir: string;
}): Promise<void> {
  const { filePath, base, pgData, dataDir } = options;
  const folders = [...base.folders, 'pg_wal/archive_status', 'pg_wal/summaries'];
  for (const folder of folders)
    await mkdir(path.join(pgData, checked(folder)), { recursive: true, mode: 0o700 });
  const gunzip = createGunzip();
  const take = cut(
    createReadStream(filePath)
      .on('error', (error) => gunzip.destroy(error))
      .pipe(gunzip),
  );
  for (const { path: name, bytes } of base.entries) {
    const target = name.startsWith(OF_DATA_DIR)
      ? path.join(dataDir, path.basename(name))
      : path.join(pgData, checked(name));
    await writeFile(target, take(bytes), { mode: 0o600 });
  }
  await writeFile(path.join(pgData, 'recovery.signal'), '', { mode: 0o600 });
}

/** Splits a stream into parts of known sizes, which are read one after the other. */
function cut(stream: AsyncIterable<Buffer>): (bytes: number) => AsyncGenerator<Buffer> {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async function* take(bytes) {
    for (let left = bytes; left > 0; ) {
      if (rest.length === 0) {
        const { value, done } = await chunks.next();
        if (done)
          throw new BackupError(
            'The base is incomplete: it ends within a file. Recover from another one, with --at.',
          );
        rest = value;
      }
      const part = rest.subarray(0, left);
      rest = rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  };
}

const checked = (name: string): string => innerName(name, { of: 'base', folder: 'cluster' });
