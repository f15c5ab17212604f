import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  constants,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import path from 'node:path';
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from '../platform/files/private-access.ts';
import type { FileStore } from './file-store.ts';

const DRAFTS = 'drafts';
/** The file with the ID of the database that the files belong to. */
const OWNER = 'database.id';

/** Returns a store for the files of a directory, which any number of processes on the machine may share. */
export function createLocalFiles(root: string): FileStore {
  const absolute = (name: string) => {
    const target = path.resolve(root, name);
    if (path.relative(root, target).split(path.sep)[0] === '..')
      throw new Error(`The file ${name} is outside of ${root}.`);
    return target;
  };
  return {
    setting: 'FLIGHTLINE_DATA_DIR',
    location: root,
    draft: async () => {
      await makeFolder(absolute(DRAFTS));
      return absolute(path.join(DRAFTS, randomUUID()));
    },
    publish: async (draft, name) => {
      const target = absolute(name);
      await makeFolder(path.dirname(target));
      const now = new Date();
      // The time of the change is the time of publication, by which unregistered files are removed.
      await utimes(draft, now, now);
      const bytes = await sync(draft, PRIVATE_FILE);
      await rename(draft, target);
      await sync(path.dirname(target));
      return bytes;
    },
    use: (names, work) => work(names.map(absolute)),
    read: (name, range) => createReadStream(absolute(name), range),
    exists: (name) =>
      access(absolute(name)).then(
        () => true,
        () => false,
      ),
    copy: (name, other) =>
      linkOrCopy(absolute(name), absolute(other)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false;
          throw error;
        },
      ),
    save: (name, filePath) => linkOrCopy(absolute(name), filePath),
    removeAll: (folder) => rm(absolute(folder), { recursive: true, force: true }),
    remove: (name) => rm(absolute(name), { force: true }),
    list: (folder) => listFiles(root, folder),
    owner: () => readOwner(root),
    setOwner: (id) => writeOwner(root, id),
  };
}

const makeFolder = (filePath: string) => mkdir(filePath, { recursive: true, mode: PRIVATE_DIRECTORY });

async function readOwner(root: string): Promise<string | undefined> {
  const text = await readFile(path.join(root, OWNER), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text?.trim();
}

/** Writes a temporary file and renames it, so that nobody reads a partial ID. */
async function writeOwner(root: string, id: string): Promise<void> {
  await makeFolder(root);
  const draft = path.join(root, `${OWNER}.${randomUUID()}`);
  const file = await open(draft, 'wx', PRIVATE_FILE);
  try {
    await file.writeFile(`${id}\n`);
    await file.sync();
    await link(draft, path.join(root, OWNER));
  } finally {
    await file.close();
    await rm(draft);
  }
}

/** A link is as good as a copy, because published files never change. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  await makeFolder(path.dirname(target));
  try {
    await link(source, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code === 'ENOENT') throw error;
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    await sync(target, PRIVATE_FILE);
  }
}

/** Flushes a file or a directory to the disk. A rename is durable only after both were flushed. */
async function sync(filePath: string, mode?: number): Promise<number> {
  const handle = await open(filePath, 'r');
  try {
    // The engine creates files that every user may read.
    if (mode !== undefined) await handle.chmod(mode);
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
    const filePath = path.join(entry.parentPath, entry.name);
    const changedAt = await stat(filePath).then(
      ({ mtime }) => mtime,
      () => null,
    );
    return changedAt ? [{ name: path.relative(root, filePath), changedAt }] : [];
  });
  return (await Promise.all(found)).flat();
}
