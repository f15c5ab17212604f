import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Cluster, USER } from '../../src/platform/database/embedded/cluster.ts';
import { runAs } from '../../src/platform/database/embedded/run-as.ts';

/** Debian's postgresql-15, or what PG_BIN names: the embedded server ships no pg_dump. */
const { PG_BIN = '/usr/lib/postgresql/15/bin' } = process.env;

export const hasDebian = ['initdb', 'postgres', 'pg_dump'].every((name) => existsSync(join(PG_BIN, name)));
export const pgDump = join(PG_BIN, 'pg_dump');

/** A fresh data directory for that PostgreSQL. */
export async function prepareDebian(dataDir: string): Promise<Cluster> {
  if (!hasDebian) throw new Error('PostgreSQL 15 is not installed: run scripts/install-cluster.sh.');
  const home = join(dataDir, 'postgres');
  const pgData = join(home, 'data');
  await mkdir(home, { mode: 0o700 });
  const as = await runAs(home);
  if (as) await chown(home, as.uid, as.gid);
  await promisify(execFile)(
    join(PG_BIN, 'initdb'),
    ['-D', pgData, '-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
    { cwd: home, ...as },
  );
  const binaries = { initdb: join(PG_BIN, 'initdb'), postgres: join(PG_BIN, 'postgres') };
  return { binaries, as, pgData, logFile: join(dataDir, 'postgres.log'), password: 'trusted' };
}
