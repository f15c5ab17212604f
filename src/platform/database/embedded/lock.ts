import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDirectory } from '../../files/data-dir.ts';
import { SettingError } from '../../settings/setting-error.ts';
import { isRunning, startOf } from './process-table.ts';

/** `server`: a running service. `command`: a command that needs the database briefly. */
export type Purpose = 'server' | 'command';

/** The process that holds a data directory. */
interface Holder {
  readonly pid: number;
  /**
   * When the process started, by the kernel's clock. Distinguishes it from a later process with the same
   * ID.
   */
  readonly processStart: string;
  readonly host: string;
  /**
   * The inode of the directory, by which a copy of it is recognised. Missing in locks of earlier versions.
   */
  readonly directory?: number;
  readonly since: string;
  readonly purpose: Purpose;
  /** The port of PostgreSQL on 127.0.0.1. Missing until it accepts connections. */
  readonly port?: number;
}

export interface Lock {
  publish(port: number): Promise<void>;
  release(): Promise<void>;
}

/** Thrown when another process holds the data directory. */
export class DataDirHeldError extends Error {
  override name = 'DataDirHeldError';
}

const FILE = 'server.lock';
const BEAT_MS = 5_000;
/**
 * A holder on another host (a shared volume) counts as dead when it has not renewed the lock for this long.
 */
const SILENCE_MS = 30_000;

/**
 * Takes the lock, also from a dead holder. Throws DataDirHeldError, which names a live holder, or
 * SettingError for a copy of a directory in use.
 */
export async function acquireLock(dataDir: string, purpose: Purpose): Promise<Lock> {
  await makeDirectory(dataDir);
  const path = join(dataDir, FILE);
  const holder: Holder = {
    pid: process.pid,
    processStart: await startOf(process.pid),
    host: hostname(),
    directory: (await stat(dataDir)).ino,
    since: new Date().toISOString(),
    purpose,
  };
  if (!(await create(path, holder))) await takeOver(dataDir, path, holder);
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();
  return {
    publish: async (port) => rename(await draft(path, { ...holder, port }), path),
    release: () => {
      clearInterval(beat);
      return rm(path, { force: true });
    },
  };
}

/**
 * Returns the live holder, if any. In a copy, this is the holder of the original, which commands must not
 * use.
 */
export async function readHolder(dataDir: string): Promise<Holder | undefined> {
  const holder = await livingHolder(dataDir);
  return holder && (await holds(holder, dataDir)) ? holder : undefined;
}

const holds = async ({ directory }: Holder, dataDir: string): Promise<boolean> =>
  directory === undefined || directory === (await stat(dataDir)).ino;

async function livingHolder(dataDir: string): Promise<Holder | undefined> {
  const path = join(dataDir, FILE);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const holder = text === undefined ? undefined : parse(text);
  return holder && (await isAlive(path, holder)) ? holder : undefined;
}

/**
 * Only one process at a time removes the lock of a dead holder. Otherwise two could each remove the other's
 * new lock.
 */
async function takeOver(dataDir: string, path: string, holder: Holder): Promise<void> {
  const guard = `${path}.takeover`;
  for (let attempt = 0; !(await create(guard, holder)); attempt += 1) {
    const made = await stat(guard).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > 10_000) await rm(guard, { force: true });
    if (attempt > 200) throw new DataDirHeldError(`${dataDir} is being taken over by another process.`);
    await sleep(50);
  }
  try {
    const living = await livingHolder(dataDir);
    if (living && !(await holds(living, dataDir)))
      throw new SettingError('FLIGHTLINE_DATA_DIR', describeCopy(dataDir, living));
    if (living) throw new DataDirHeldError(describe(dataDir, living));
    await rm(path, { force: true });
    if (!(await create(path, holder)))
      throw new DataDirHeldError(`${dataDir} was just taken over by another process.`);
  } finally {
    await rm(guard, { force: true });
  }
}

const describe = (dataDir: string, { pid, host, since, purpose }: Holder): string =>
  `${dataDir} is held by process ${pid} on ${host} since ${since} (${
    purpose === 'server' ? 'a running service' : 'a command'
  }). Stop that one first, or set FLIGHTLINE_DATA_DIR.`;

const describeCopy = (dataDir: string, { pid, host }: Holder): string =>
  `${dataDir} was copied while process ${pid} on ${host} used the original, so that its database may be damaged. Use \`flightline backup\`, or stop the service before you copy. To start on this copy all the same, delete ${FILE} and postgres/data/postmaster.pid in it.`;

/**
 * Writes a temporary file and links it, so that nobody reads a partial lock. Returns false if the lock
 * exists.
 */
async function create(path: string, holder: Holder): Promise<boolean> {
  const written = await draft(path, holder);
  try {
    await link(written, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(written, { force: true });
  }
}

async function draft(path: string, holder: Holder): Promise<string> {
  const name = `${path}.${randomUUID()}`;
  await writeFile(name, JSON.stringify(holder), { flag: 'wx', mode: 0o644 });
  return name;
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

async function isAlive(path: string, holder: Holder): Promise<boolean> {
  if (holder.host !== hostname()) {
    const touched = await stat(path).catch(() => undefined);
    return touched !== undefined && Date.now() - touched.mtimeMs < SILENCE_MS;
  }
  return isRunning(holder.pid, holder.processStart);
}
