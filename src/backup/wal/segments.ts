import { createReadStream, createWriteStream } from 'node:fs';
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { Cluster } from '../../db/embedded/cluster.ts';
import type { FileStore } from '../../warehouse/file-store.ts';
import { SEGMENT, walName } from './archive.ts';

const LOOK_EVERY_MS = 20;
const FOLDER = 'recovery';

/**
 * PostgreSQL runs as another user than this process, and knows no object store: it asks for a segment by a file, and finds
 * it, or that there is none, beside it.
 */
export const RESTORE_COMMAND = [
  `cd ../${FOLDER}`,
  'touch "want/%f"',
  'while [ ! -e "have/%f" ] && [ ! -e "none/%f" ]; do sleep 0.02; done',
  '[ -e "have/%f" ]',
  'mv "have/%f" "../data/%p"',
].join(' && ');

/** Gives PostgreSQL the segments that it asks for, until `end` is called. */
export async function serveSegments(options: {
  archive: FileStore;
  cluster: Pick<Cluster, 'pgData' | 'as'>;
}): Promise<{ end(): Promise<void> }> {
  const { archive, cluster } = options;
  const folder = path.join(path.dirname(cluster.pgData), FOLDER);
  const known = new Set((await archive.list('wal')).map(({ name }) => name));
  await rm(folder, { recursive: true, force: true });
  for (const name of ['', 'want', 'have', 'none']) {
    const place = path.join(folder, name);
    await mkdir(place, { recursive: true, mode: 0o700 });
    if (cluster.as) await chown(place, cluster.as.uid, cluster.as.gid);
  }
  let isOver = false;

  async function give(segment: string): Promise<void> {
    const name = walName(segment);
    if (known.has(name)) {
      const draft = path.join(folder, `${segment}.part`);
      await archive.use([name], ([place = '']) =>
        pipeline(createReadStream(place), createGunzip(), createWriteStream(draft, { mode: 0o600 })),
      );
      if (cluster.as) await chown(draft, cluster.as.uid, cluster.as.gid);
      await rename(draft, path.join(folder, 'have', segment));
    } else await writeFile(path.join(folder, 'none', segment), '');
  }

  async function serve(): Promise<void> {
    while (!isOver) {
      for (const segment of await readdir(path.join(folder, 'want'))) {
        await rm(path.join(folder, 'want', segment));
        if (SEGMENT.test(segment)) await give(segment);
      }
      await sleep(LOOK_EVERY_MS);
    }
  }

  const serving = serve();
  // Whoever ends it learns of what went wrong.
  serving.catch(() => undefined);
  return {
    end: async () => {
      isOver = true;
      await serving.finally(() => rm(folder, { recursive: true, force: true }));
    },
  };
}
