import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** Without tags, the last release is the last commit whose package.json has another version than the present one. */
const beforeThisVersion = () =>
  `${git('log', '-1', '--format=%H', '-G^  "version":', '--', 'package.json')}~1`;

/** The last release; a clone may have no tags. */
function lastRelease(): string {
  const tag = git('tag', '--merged', 'HEAD~1', '--sort=-version:refname', '--list', 'v[0-9]*').split('\n')[0];
  console.log(
    tag ? `from the release ${tag}` : 'no tag v… here: from the last commit of the version before this one',
  );
  return tag || beforeThisVersion();
}

/** Checks a version out next to this one and compiles it. */
export async function buildOld(version = lastRelease()) {
  const folder = join(await mkdtemp(join(tmpdir(), 'flightline-old-')), 'tree');
  git('worktree', 'add', '--detach', folder, version);
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (isContained(packagesOf(folder), packagesOf(ROOT)))
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  run('npm', 'run', '--silent', 'generate');
  // Earlier versions were compiled by tsc.
  if (existsSync(join(folder, 'tsconfig.build.json'))) run('npx', 'tsc', '-p', 'tsconfig.build.json');
  else run('npm', 'run', '--silent', 'build:service');
  run('node', 'scripts/build-pages.mjs');
  return {
    folder,
    version: git('rev-parse', '--short', version),
    remove: async () => {
      git('worktree', 'remove', '--force', folder);
      await rm(join(folder, '..'), { recursive: true, force: true });
    },
  };
}

type Packages = Readonly<Record<string, { version?: string }>>;

const packagesOf = (folder: string): Packages =>
  (JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Packages }).packages;

/** Whether all packages of the one version are those of the other, so that it can use them. */
const isContained = (old: Packages, present: Packages): boolean =>
  Object.entries(old).every(([name, { version }]) => name === '' || present[name]?.version === version);
