import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationList, SchemaContainer } from '@prisma/schema-engine-wasm';

/** Resolves to the same folder from src/db and from dist/db. */
const prismaDir = fileURLToPath(new URL('../../prisma', import.meta.url));
export const migrationsDir = join(prismaDir, 'migrations');

/** All migrations on disk, oldest first, as the engine wants them. */
export async function readMigrations(baseDir = migrationsDir): Promise<MigrationList> {
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: await readFile(join(baseDir, path, 'migration.sql'), 'utf8'),
          },
        },
      })),
    ),
  };
}

export async function readSchema(dir = join(prismaDir, 'schema')): Promise<SchemaContainer[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (name) => {
      const path = join(dir, name);
      return { path, content: await readFile(path, 'utf8') };
    }),
  );
}
