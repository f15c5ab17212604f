import { readFileSync } from 'node:fs';

/** Settings that contain credentials. Each can be given as a file: `NAME_FILE` is its path. */
export const SECRET_SETTINGS: readonly string[] = [
  'DATABASE_URL',
  'FLIGHTLINE_DATABASE_DIRECT_URL',
  'FLIGHTLINE_DATABASE_REPLICA_URL',
  'FLIGHTLINE_REDIS_URL',
  'FLIGHTLINE_WAREHOUSE_URL',
  'FLIGHTLINE_MASTER_KEY',
  'FLIGHTLINE_AUTH_CLIENT_SECRET',
  'FLIGHTLINE_OPERATIONS_TOKEN',
  'FLIGHTLINE_CLIENT_SECRET',
];

const MAX_BYTES = 64 * 1024;
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'part of the path is a file',
  EACCES: 'this user has no permission',
  EISDIR: 'it is a directory',
};

/**
 * Replaces each `NAME_FILE` with the content of the file as `NAME`, without the final line break that
 * editors add.
 * @returns a problem for each setting that is given in both forms, and for each file that cannot be read
 */
export function readSecretFiles(environment: Readonly<Record<string, string>>): {
  values: Record<string, string>;
  problems: string[];
} {
  const values: Record<string, string> = { ...environment };
  const problems: string[] = [];
  for (const name of SECRET_SETTINGS) {
    const variable = `${name}_FILE`;
    const path = environment[variable];
    if (path === undefined) continue;
    delete values[variable];
    if (environment[name] !== undefined) {
      problems.push(`${variable}: cannot be set together with ${name}`);
      continue;
    }
    const content = readSecret(path);
    if ('problem' in content) problems.push(`${variable}: ${path} ${content.problem}`);
    else values[name] = content.text;
  }
  return { values, problems };
}

function readSecret(path: string): { text: string } | { problem: string } {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    if (text === '') return { problem: 'is empty' };
    if (text.length > MAX_BYTES) return { problem: `has more than ${MAX_BYTES / 1024} KiB` };
    return { text };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return { problem: `cannot be read: ${REASONS[code] ?? code}` };
  }
}
