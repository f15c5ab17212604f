import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the version of the package that this process runs. */
export async function version(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The version and commit of the build. */
export interface Build {
  readonly version: string;
  /** The Git commit. Null if it was built outside a repository and without SOURCE_COMMIT. */
  readonly commit: string | null;
}

/** Returns the build. Its commit is in a file next to the compiled files. */
export async function build(): Promise<Build> {
  const text = await readFile(join(import.meta.dirname, '../../build.json'), 'utf8').catch(() => '{}');
  const { commit = null } = JSON.parse(text) as { commit?: string | null };
  return { version: await version(), commit };
}
