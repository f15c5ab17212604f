import { execFileSync } from 'node:child_process';

/** Fails in words where a program of the distribution is missing: a test that needs it must not pass without it. */
export function requireInstalled(program: string, debianPackage: string, versionFlag = '--version'): void {
  try {
    execFileSync(program, [versionFlag], { stdio: 'ignore' });
  } catch {
    throw new Error(`This needs ${program}. Install it: apt-get install ${debianPackage}.`);
  }
}
