import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The version of the package that this process runs. */
export async function version(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** What it was built from. */
export interface Build {
  readonly version: string;
  /** Of Git; null if it was built outside of a repository, and without SOURCE_COMMIT. */
  readonly commit: string | null;
}

/** The build writes the commit beside the compiled files. */
export async function build(): Promise<Build> {
  const text = await readFile(join(import.meta.dirname, '../../build.json'), 'utf8').catch(() => '{}');
  const { commit = null } = JSON.parse(text) as { commit?: string | null };
  return { version: await version(), commit };
}
