import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SchemaContainer } from '@prisma/schema-engine-wasm';
import { prismaDir } from '../../src/platform/database/migration/migration-files.ts';

export async function readSchema(dir = join(prismaDir, 'schema')): Promise<SchemaContainer[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (name) => {
      const path = join(dir, name);
      return { path, content: await readFile(path, 'utf8') };
    }),
  );
}
