import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SettingError } from '../setting-error.ts';
import { digesting } from './digest.ts';
import { readBackup, type SavedFile } from './manifest.ts';

/** Below the warehouse, so that links can be made at all. */
const HELD = 'held';

export interface NamedFile {
  readonly name: string;
  /** A finished report may have been fetched for the last time, and be gone. */
  readonly mayBeGone: boolean;
}

/**
 * Gives the files second names, in a moment, so that they stay when merging deletes the first: copying them to
 * another disk may take hours. One backup runs at a time: what an earlier one left is removed.
 */
export async function holdFiles(warehouse: string, files: readonly NamedFile[]) {
  await rm(join(warehouse, HELD), { recursive: true, force: true });
  const folder = join(warehouse, HELD, randomUUID());
  const held: string[] = [];
  for (const { name, mayBeGone } of files) {
    const source = join(warehouse, name);
    try {
      await linkOrCopy(source, join(folder, name));
      held.push(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      if (!mayBeGone)
        throw new SettingError('FLIGHTLINE_DATA_DIR', `${source} is not there, but the database names it.`);
    }
  }
  return {
    names: held,
    /** Puts one into a folder of the same layout. */
    save: (name: string, into: string) => saveFile(join(folder, name), join(into, name), name),
    release: () => rm(join(warehouse, HELD), { recursive: true, force: true }),
  };
}

async function saveFile(source: string, target: string, name: string): Promise<SavedFile> {
  await linkOrCopy(source, target);
  return await digestFile(target, name);
}

/** Files never change once they have their name, so that a second name is as good as a copy. */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    await link(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    await copyDurably(source, target);
  }
}

export async function copyDurably(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  const file = await open(target, 'r');
  await file.sync().finally(() => file.close());
}

export async function digestFile(place: string, name: string): Promise<SavedFile> {
  const digest = digesting();
  await pipeline(
    readBackup(place),
    digest.stream,
    new Writable({ write: (_chunk, _encoding, done) => done() }),
  );
  return { name, ...digest.result() };
}
