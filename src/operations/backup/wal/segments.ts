import { createReadStream, createWriteStream } from 'node:fs';
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { Cluster } from '../../../platform/database/embedded/cluster.ts';
import { causeOf } from '../../../platform/log/cause.ts';
import { type FileStore, FileStoreUnavailableError } from '../../../warehouse/file-store.ts';
import { BackupError } from '../backup-error.ts';
import { SEGMENT, walName } from './archive.ts';

const POLL_INTERVAL_MS = 20;
const FOLDER = 'recovery';

/** A short outage of the object store must not end a recovery that takes hours. */
const ATTEMPTS = 5;
const PAUSE_MS = 2_000;

/**
 * PostgreSQL runs as another user than this process, and cannot access an object store: it requests a
 * segment with a file, and then reads the segment, or that there is none, next to it. A status above 125
 * aborts the recovery, others mean the end of the log.
 */
export const RESTORE_COMMAND = [
  `cd ../${FOLDER}`,
  'touch "want/%f"',
  'while [ ! -e "have/%f" ] && [ ! -e "none/%f" ]; do [ ! -e failed ] || exit 255; sleep 0.02; done',
  '[ -e "have/%f" ]',
  'mv "have/%f" "../data/%p"',
].join(' && ');

/**
 * Provides the segments that PostgreSQL requests, until `end` is called. `end` throws the error, if one
 * occurred.
 */
export async function serveSegments(options: {
  archive: FileStore;
  cluster: Pick<Cluster, 'pgData' | 'as'>;
}): Promise<{ end(): Promise<void> }> {
  const { archive, cluster } = options;
  const folder = path.join(path.dirname(cluster.pgData), FOLDER);
  const known = new Set((await archive.list('wal')).map(({ name }) => name));
  await rm(folder, { recursive: true, force: true });
  for (const name of ['', 'want', 'have', 'none']) {
    const filePath = path.join(folder, name);
    await mkdir(filePath, { recursive: true, mode: 0o700 });
    if (cluster.as) await chown(filePath, cluster.as.uid, cluster.as.gid);
  }
  let isOver = false;

  async function give(segment: string): Promise<void> {
    const name = walName(segment);
    if (!known.has(name)) {
      if (isGap(segment, known))
        throw new BackupError(
          `${archive.location} lacks ${name}, but has later ones: nothing was recovered.`,
        );
      await writeFile(path.join(folder, 'none', segment), '');
      return;
    }
    const draft = path.join(folder, `${segment}.part`);
    await read(name, draft);
    if (cluster.as) await chown(draft, cluster.as.uid, cluster.as.gid);
    await rename(draft, path.join(folder, 'have', segment));
  }

  async function read(name: string, draft: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1)
      try {
        await archive.use([name], ([filePath = '']) =>
          pipeline(createReadStream(filePath), createGunzip(), createWriteStream(draft, { mode: 0o600 })),
        );
        return;
      } catch (error) {
        if (error instanceof FileStoreUnavailableError && attempt < ATTEMPTS) await sleep(PAUSE_MS);
        else
          throw new BackupError(
            `${name} in ${archive.location} cannot be read, and nothing was recovered: ${causeOf(error)}.`,
            { cause: error },
          );
      }
  }

  async function serve(): Promise<void> {
    while (!isOver) {
      for (const segment of await readdir(path.join(folder, 'want'))) {
        await rm(path.join(folder, 'want', segment));
        if (SEGMENT.test(segment)) await give(segment);
      }
      await sleep(POLL_INTERVAL_MS);
    }
  }

  const serving = serve();
  // `end` reports the error. This file makes PostgreSQL stop waiting.
  serving.catch(() => writeFile(path.join(folder, 'failed'), '')).catch(() => undefined);
  return {
    end: async () => {
      isOver = true;
      await serving.finally(() => rm(folder, { recursive: true, force: true }));
    },
  };
}

/** The parts of a segment's name: its timeline, and its position in the log. */
const PLACED = /^[0-9A-F]{8}([0-9A-F]{16})$/;

/** Returns whether a segment that is missing on every timeline is followed by later ones. */
function isGap(segment: string, known: ReadonlySet<string>): boolean {
  const position = PLACED.exec(segment)?.[1];
  if (position === undefined) return false;
  const positions = [...known].flatMap((name) => PLACED.exec(path.basename(name, '.gz'))?.[1] ?? []);
  return !positions.includes(position) && positions.some((other) => other > position);
}
