import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SettingError } from '../../platform/settings/setting-error.ts';
import type { FileStore } from '../../warehouse/file-store.ts';
import { digesting } from './digest.ts';
import { readBackup, type SavedFile } from './manifest.ts';

const HELD = 'held';

export interface NamedFile {
  readonly name: string;
  /** The file may have been removed: a finished report that was downloaded for the last time. */
  readonly mayBeGone: boolean;
}

/**
 * Gives the files second names, which takes a moment, so that they survive the deletion of the first names
 * by a merge: copying them to another disk may take hours. Only one backup runs at a time, so second names
 * of an earlier one are removed.
 */
export async function holdFiles(store: FileStore, files: readonly NamedFile[]) {
  await store.removeAll(HELD);
  const folder = `${HELD}/${randomUUID()}`;
  const held: string[] = [];
  for (const { name, mayBeGone } of files) {
    if (await store.copy(name, `${folder}/${name}`)) held.push(name);
    else if (!mayBeGone)
      throw new SettingError(
        store.setting,
        `${store.location}/${name} is not there, but the database names it.`,
      );
  }
  return {
    names: held,
    /** Copies a file to a folder of the same layout. */
    save: async (name: string, into: string): Promise<SavedFile> => {
      const target = join(into, name);
      await store.save(`${folder}/${name}`, target);
      return await digestFile(target, name);
    },
    release: () => store.removeAll(HELD),
  };
}

export async function digestFile(filePath: string, name: string): Promise<SavedFile> {
  const digest = digesting();
  await pipeline(
    readBackup(filePath),
    digest.stream,
    new Writable({ write: (_chunk, _encoding, done) => done() }),
  );
  return { name, ...digest.result() };
}
