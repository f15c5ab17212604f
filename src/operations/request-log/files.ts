import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';

/** Returns the folder in which a process stores the log lines of its requests. */
export const requestLogDir = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'requests');

export interface Segment {
  readonly path: string;
  readonly bytes: number;
  readonly changedAt: number;
}

/**
 * Returns the files, of at most the last week, oldest first. Their names begin with the time of their
 * creation.
 */
export async function listSegments(dir: string): Promise<Segment[]> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.ndjson.gz')).sort();
  const segments = await Promise.all(
    names.map(async (name) => {
      const path = join(dir, name);
      const found = await stat(path).catch(() => undefined);
      return found && { path, bytes: found.size, changedAt: found.mtimeMs };
    }),
  );
  return segments.filter((segment) => segment !== undefined);
}
