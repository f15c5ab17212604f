import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from './file-store.ts';

const DRAFTS = 'drafts';

/** Files under one directory, which any number of processes on the machine may share. */
export function createLocalFiles(root: string): FileStore {
  const absolute = (name: string) => path.resolve(root, name);
  return {
    draft: async () => {
      await mkdir(absolute(DRAFTS), { recursive: true });
      return absolute(path.join(DRAFTS, randomUUID()));
    },
    publish: async (draft, name) => {
      const target = absolute(name);
      await mkdir(path.dirname(target), { recursive: true });
      const bytes = await sync(draft);
      await rename(draft, target);
      await sync(path.dirname(target));
      return bytes;
    },
    locate: absolute,
    read: (name, range) => createReadStream(absolute(name), range),
    exists: (name) =>
      access(absolute(name)).then(
        () => true,
        () => false,
      ),
    remove: (name) => rm(absolute(name), { force: true }),
    list: (folder) => listFiles(root, folder),
  };
}

/** A rename is durable only once the file and then its directory have reached the disk. */
async function sync(place: string): Promise<number> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

async function listFiles(root: string, folder: string): Promise<{ name: string; changedAt: Date }[]> {
  const entries = await readdir(path.resolve(root, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const files = entries.filter((entry) => entry.isFile());
  const found = files.map(async (entry) => {
    const place = path.join(entry.parentPath, entry.name);
    const changedAt = await stat(place).then(
      ({ mtime }) => mtime,
      () => null,
    );
    return changedAt ? [{ name: path.relative(root, place), changedAt }] : [];
  });
  return (await Promise.all(found)).flat();
}
