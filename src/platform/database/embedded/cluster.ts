import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Binaries, findBinaries } from './binaries.ts';
import { canReach, type RunAs, runAs, systemDir } from './run-as.ts';

const MAJOR = '18';
export const USER = 'flightline';
const PASSWORD_FILE = 'postgres.password';

/** A data directory of PostgreSQL that is ready to be served. */
export interface Cluster {
  readonly binaries: Binaries;
  readonly as: RunAs | undefined;
  /** PGDATA */
  readonly pgData: string;
  readonly logFile: string;
  readonly password: string;
}

/**
 * Finds the cluster in the service's data directory, or creates it: empty, or with what `fill` writes to a
 * folder. The caller holds the lock of the directory.
 */
export async function prepareCluster(
  dataDir: string,
  { sync = true, fill }: { sync?: boolean; fill?: (pgData: string) => Promise<void> } = {},
): Promise<Cluster> {
  const as = await runAs(join(dataDir, 'postgres'));
  const binaries = await findBinaries(dataDir, as);
  const home = await ensureHome(dataDir, as);
  const pgData = join(home, 'data');
  const version = await readFile(join(pgData, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined && fill) await fillCluster({ home, as, fill });
  else if (version === undefined) await initialise({ dataDir, home, binaries, as, sync });
  else if (version.trim() !== MAJOR)
    throw new Error(
      `${pgData} was created by PostgreSQL ${version.trim()}, but this version of Flightline requires PostgreSQL ${MAJOR}.`,
    );
  return {
    binaries,
    as,
    pgData,
    logFile: join(dataDir, 'postgres.log'),
    password: await readPassword(dataDir),
  };
}

/** Whether the directory has a cluster, which `prepareCluster` would otherwise create. */
export const hasCluster = (dataDir: string): Promise<boolean> =>
  lstat(join(dataDir, 'postgres', 'data', 'PG_VERSION')).then(
    () => true,
    () => false,
  );

export const readPassword = async (dataDir: string): Promise<string> =>
  (await readFile(join(dataDir, PASSWORD_FILE), 'utf8')).trim();

/**
 * Creates `postgres` in the data directory: a folder, or a link to a system folder if the user cannot reach
 * the data directory. Returns its real path.
 */
async function ensureHome(dataDir: string, as: RunAs | undefined): Promise<string> {
  const home = join(dataDir, 'postgres');
  const existing = await lstat(home).catch(() => undefined);
  if (!existing) {
    if (as && !(await canReach(dataDir, as))) {
      const systemHome = join(await systemDir(as), `cluster-${randomBytes(6).toString('hex')}`);
      await mkdir(systemHome, { mode: 0o700 });
      await symlink(systemHome, home);
    } else await mkdir(home, { mode: 0o700 });
  }
  const real = await realpath(home);
  if (as) await chown(real, as.uid, as.gid);
  return real;
}

interface Place {
  dataDir: string;
  home: string;
  binaries: Binaries;
  as: RunAs | undefined;
  sync: boolean;
}

/**
 * Works in a temporary directory and renames it at the end, so that a crash leaves nothing that looks
 * complete.
 */
async function initialise({ dataDir, home, binaries, as, sync }: Place): Promise<void> {
  const fresh = join(home, 'data.new');
  const passwordFile = join(home, 'password.new');
  await rm(fresh, { recursive: true, force: true });
  const password = randomBytes(24).toString('base64url');
  await writeSecret(join(dataDir, PASSWORD_FILE), password);
  await writeSecret(passwordFile, password, as);
  await promisify(execFile)(
    binaries.initdb,
    [
      ...['-D', fresh, '-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      ...['--no-instructions', ...(sync ? [] : ['--no-sync'])],
    ],
    { cwd: home, env: { LC_ALL: 'C' }, ...as },
  );
  await rm(passwordFile);
  await rename(fresh, join(home, 'data'));
}

async function fillCluster(options: {
  home: string;
  as: RunAs | undefined;
  fill: (pgData: string) => Promise<void>;
}): Promise<void> {
  const { home, as, fill } = options;
  const fresh = join(home, 'data.new');
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await fill(fresh);
  if (as) {
    await chown(fresh, as.uid, as.gid);
    for (const entry of await readdir(fresh, { recursive: true }))
      await chown(join(fresh, entry), as.uid, as.gid);
  }
  await rename(fresh, join(home, 'data'));
}

/** Creates a new file and never follows a link, because the directory may belong to the user `nobody`. */
async function writeSecret(path: string, text: string, owner?: RunAs): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  await file.writeFile(`${text}\n`);
  if (owner) await file.chown(owner.uid, owner.gid);
  await file.close();
}
