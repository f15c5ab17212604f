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

/** A data directory of PostgreSQL, ready to be served. */
export interface Cluster {
  readonly binaries: Binaries;
  readonly as: RunAs | undefined;
  /** PGDATA */
  readonly pgData: string;
  readonly logFile: string;
  readonly password: string;
}

/**
 * Finds the cluster below the service's data directory, or makes it, empty or by what `fill` puts into a folder. The caller
 * holds the directory's lock.
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

export const readPassword = async (dataDir: string): Promise<string> =>
  (await readFile(join(dataDir, PASSWORD_FILE), 'utf8')).trim();

/** `postgres` in the data directory; a link to a place nobody can reach where the directory itself is not. */
async function ensureHome(dataDir: string, as: RunAs | undefined): Promise<string> {
  const home = join(dataDir, 'postgres');
  const there = await lstat(home).catch(() => undefined);
  if (!there) {
    if (as && !(await canReach(dataDir, as))) {
      const elsewhere = join(await systemDir(as), `cluster-${randomBytes(6).toString('hex')}`);
      await mkdir(elsewhere, { mode: 0o700 });
      await symlink(elsewhere, home);
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

/** Works beside the final directory and renames, so that a crash midway leaves nothing that looks whole. */
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

/** Made anew and never through a link: the directory may be nobody's. */
async function writeSecret(path: string, text: string, owner?: RunAs): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  await file.writeFile(`${text}\n`);
  if (owner) await file.chown(owner.uid, owner.gid);
  await file.close();
}
