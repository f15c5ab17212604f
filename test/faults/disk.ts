import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedDatabase, startEmbedded } from '../../src/platform/database/embedded/embedded.ts';
import { migrate } from '../../src/platform/database/migration/migrate.ts';
import type { Patient } from './scene.ts';

const run = promisify(execFile);
const MIB = 2 ** 20;
/** Room for a fresh cluster with its smallest log, and little more. */
const SIZE_MIB = 320;
const SETTINGS = { min_wal_size: '32MB', max_wal_size: '64MB', wal_keep_size: 0 };

/** The embedded database, supervised as in the service, on a disk so small that it can be filled. */
export class SmallDisk implements Patient {
  readonly #dir: string;
  readonly #database: EmbeddedDatabase;

  private constructor(dir: string, database: EmbeddedDatabase) {
    this.#dir = dir;
    this.#database = database;
  }

  /** Mounts a tmpfs, which takes root. */
  static async create(): Promise<SmallDisk> {
    const dir = await mkdtemp(join(tmpdir(), 'flightline-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MIB}m,mode=711`, 'tmpfs', dir]);
    try {
      const dataDir = await mkdtemp(join(dir, 'data-'));
      await chmod(dataDir, 0o711);
      const database = await startEmbedded({ dataDir, settings: SETTINGS });
      await migrate({ url: database.url });
      return new SmallDisk(dir, database);
    } catch (error) {
      await unmount(dir);
      throw error;
    }
  }

  get url(): string {
    return this.#database.url;
  }

  /** Takes all room that is left; what is answered gives it back. */
  async fill(): Promise<() => Promise<void>> {
    const path = join(this.#dir, 'ballast');
    const file = await open(path, 'w');
    const part = Buffer.alloc(MIB);
    try {
      for (let size = part.length; size > 0; ) {
        const { bytesWritten } = await file.write(part, 0, size).catch(() => ({ bytesWritten: 0 }));
        // Down to the last page.
        if (bytesWritten < size) size = Math.floor(size / 2);
      }
    } finally {
      await file.close();
    }
    return () => rm(path);
  }

  async remove(): Promise<void> {
    await this.#database.stop();
    await unmount(this.#dir);
  }
}

async function unmount(dir: string): Promise<void> {
  await run('umount', [dir]).catch(() => run('umount', ['-l', dir]));
  await rm(dir, { recursive: true, force: true });
}
