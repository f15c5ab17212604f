import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Resolves to the same folder from src and from dist. */
export const prismaDir = fileURLToPath(new URL('../../../../prisma', import.meta.url));
export const migrationsDir = join(prismaDir, 'migrations');

export interface Migration {
  readonly name: string;
  readonly script: string;
}

/** All migrations on disk, oldest first. */
export async function readMigrations(dir = migrationsDir): Promise<Migration[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      script: await readFile(join(dir, name, 'migration.sql'), 'utf8'),
    })),
  );
}
