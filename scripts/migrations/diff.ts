import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../../src/platform/database/migration/migrate.ts';
import { migrationsDir } from '../../src/platform/database/migration/migration-files.ts';
import { withEngine } from './engine.ts';
import { readSchema } from './schema.ts';

/**
 * The SQL that leads from the migrations on disk to the schema; empty when they agree. Works on a scratch
 * database of the server at `url`. Tables without a model (partitions, those of hand-written SQL) and what a
 * schema cannot say (functions, extensions, checks, partial indexes) are left alone.
 */
export async function migrationDiff({
  url,
  dir = migrationsDir,
}: {
  url: string;
  dir?: string;
}): Promise<string> {
  return withScratchDatabase(url, async (scratch) => {
    await migrate({ url: scratch, dir });
    const files = await readSchema();
    const externalTables = await tablesWithoutModel(scratch, files.map(({ content }) => content).join('\n'));
    return withEngine(scratch, async (engine) => {
      const { stdout } = await engine.diff({
        // Means the database of the engine's adapter, which is the scratch one.
        from: { tag: 'schemaDatasource', files, configDir: '' },
        to: { tag: 'schemaDatamodel', files },
        script: true,
        exitCode: null,
        filters: { externalTables, externalEnums: [] },
      });
      const script = stdout?.trim() ?? '';
      return /^-- This is an empty migration\.?$/.test(script) ? '' : script;
    });
  });
}

/** Whether the migrations on disk make exactly the schema. */
export const migrationsAgree = async (options: { url: string; dir?: string }): Promise<boolean> =>
  (await migrationDiff(options)) === '';

export async function withScratchDatabase<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `scratch_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
    const scratch = new URL(url);
    scratch.pathname = `/${name}`;
    return await work(scratch.href);
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
}

/** A model's table is its @@map, else its name. */
async function tablesWithoutModel(url: string, schema: string): Promise<string[]> {
  const models = [...schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)].map(
    ([, name, body]) => body?.match(/^\s*@@map\("(\w+)"\)/m)?.[1] ?? name,
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables
       WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' AND tablename <> ALL ($1)`,
      [models],
    );
    return tables.rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
