import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { findBinaries, findPackage } from '../../../src/platform/database/embedded/binaries.ts';
import { runAs } from '../../../src/platform/database/embedded/run-as.ts';

const made: string[] = [];
afterEach(async () => {
  for (const path of made.splice(0)) await rm(path, { recursive: true, force: true, maxRetries: 20 });
});

/** The package as npm leaves it when it blocks the postinstall script: without the libraries' short names. */
async function bareCopy({ mode }: { mode: number }) {
  const dir = await mkdtemp(join(tmpdir(), 'flightline-binaries-'));
  made.push(dir);
  const native = join(dir, 'native');
  await cp((await findPackage()).native, native, { recursive: true, verbatimSymlinks: true });
  for (const name of await readdir(join(native, 'lib'))) {
    const path = join(native, 'lib', name);
    if ((await lstat(path)).isSymbolicLink()) await rm(path);
  }
  await chmod(dir, mode);
  return { dir, shipped: { native, version: `test-${process.pid}-${Date.now()}` } };
}

async function versionOf(program: string): Promise<string> {
  const as = await runAs(tmpdir());
  const { stdout } = await promisify(execFile)(program, ['--version'], { cwd: '/', ...as });
  return stdout;
}

it('a package without its links is completed in place', async () => {
  const { dir, shipped } = await bareCopy({ mode: 0o755 });
  const { initdb } = await findBinaries(dir, await runAs(dir), shipped);
  expect(initdb).toBe(join(shipped.native, 'bin', 'initdb'));
  expect(await versionOf(initdb)).toContain('PostgreSQL');
});

it('below a directory that is its owner’s alone, PostgreSQL’s user still gets to run it', async () => {
  const { dir, shipped } = await bareCopy({ mode: 0o700 });
  const { initdb } = await findBinaries(dir, await runAs(join(dir, 'postgres')), shipped);
  if (dirname(dirname(initdb)) !== shipped.native) made.push(dirname(dirname(initdb)));
  expect(await versionOf(initdb)).toContain('PostgreSQL');
});
