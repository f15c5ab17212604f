import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrationDiff, migrationsAgree, withScratchDatabase } from '../../../scripts/migrations/diff.ts';
import { openDatabase } from '../../../src/platform/database/connection/client.ts';
import { LOCK_KEY, migrate } from '../../../src/platform/database/migration/migrate.ts';
import { migrationsDir } from '../../../src/platform/database/migration/migration-files.ts';

const { url } = inject('databaseServer');
const dir = await mkdtemp(join(tmpdir(), 'flightline-migrations-'));
afterAll(() => rm(dir, { recursive: true, force: true, maxRetries: 20 }));

beforeEach(async () => {
  await rm(dir, { recursive: true, force: true, maxRetries: 20 });
  await cp(migrationsDir, dir, { recursive: true });
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(dir, name));
  await writeFile(join(dir, name, 'migration.sql'), sql);
}

async function ask(database: string, sql: string): Promise<unknown[]> {
  const { pool, close } = openDatabase({ url: database });
  try {
    return (await pool.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await close();
  }
}

describe('schema and migrations', () => {
  it('agree', async () => {
    expect(await migrationDiff({ url })).toBe('');
  });

  it('agree when migrations also make what a schema cannot say', async () => {
    await addMigration(
      '99990101000000_by_hand',
      `CREATE EXTENSION IF NOT EXISTS pg_trgm;
       CREATE TABLE by_hand (day date NOT NULL, n int CHECK (n > 0)) PARTITION BY RANGE (day);
       CREATE TABLE by_hand_2026 PARTITION OF by_hand FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
       CREATE TABLE plain (id int PRIMARY KEY, seat_id int REFERENCES seat (id));
       CREATE VIEW seats_by_name AS SELECT name FROM seat;
       CREATE FUNCTION one() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 1; END $$;
       CREATE FUNCTION noop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
       CREATE TRIGGER noop BEFORE UPDATE ON seat FOR EACH ROW EXECUTE FUNCTION noop();
       ALTER TABLE seat ADD CONSTRAINT named CHECK (name <> '');
       CREATE INDEX by_lower_name ON seat (lower(name));
       CREATE INDEX read_only_seats ON seat (id) WHERE read_only;`,
    );
    expect(await migrationDiff({ url, dir })).toBe('');
  });

  it('disagree over a column, and the difference is the SQL that is missing', async () => {
    await addMigration('99990101000000_less', 'ALTER TABLE seat DROP COLUMN read_only CASCADE;');
    expect(await migrationDiff({ url, dir })).toContain(
      'ALTER TABLE "seat" ADD COLUMN     "read_only" BOOLEAN',
    );
    expect(await migrationsAgree({ url, dir })).toBe(false);
  });
});

describe('migrate', () => {
  it('applies what is missing once, also when four processes start together', async () => {
    await withScratchDatabase(url, async (database) => {
      const applied = await Promise.all(Array.from({ length: 4 }, () => migrate({ url: database, dir })));
      expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
      await addMigration('99990101000000_more', 'CREATE TABLE more ();');
      expect(await migrate({ url: database, dir })).toEqual(['99990101000000_more']);
      expect(await migrate({ url: database, dir })).toEqual([]);
    });
  });

  it('waits for the process that is migrating, however long that takes', async () => {
    await withScratchDatabase(url, async (database) => {
      const { pool, close } = openDatabase({ url: database });
      const other = await pool.connect();
      await other.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
      const migrating = migrate({ url: database, dir });
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;
      while ((await other.query(waiting)).rowCount === 0) await sleep(20);
      expect((await other.query(`SELECT to_regclass('seat') AS seat`)).rows).toEqual([{ seat: null }]);
      await other.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]);
      expect(await migrating).not.toEqual([]);
      other.release();
      await close();
    });
  });

  it('a script that fails leaves nothing of itself, is named, and stops the next start too', async () => {
    await addMigration('99990101000000_broken', 'CREATE TABLE half (); SELECT no_such_column FROM seat;');
    await withScratchDatabase(url, async (database) => {
      await expect(migrate({ url: database, dir })).rejects.toThrow('99990101000000_broken');
      expect(await ask(database, `SELECT to_regclass('half')`)).toEqual([null]);
      await expect(migrate({ url: database, dir })).rejects.toThrow('99990101000000_broken');
    });
  });

  it('if a process dies in a script nothing of it is applied, and the next process applies it', async () => {
    await withScratchDatabase(url, async (database) => {
      await migrate({ url: database, dir });
      await addMigration('99990101000000_slow', 'CREATE TABLE slow (); SELECT pg_sleep(60);');
      const dying = migrate({ url: database, dir }).catch((error: Error) => error.message);
      const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'PgSleep'`;
      while ((await ask(database, kill)).length === 0) await sleep(20);
      expect(await dying).toContain('99990101000000_slow');
      await writeFile(join(dir, '99990101000000_slow', 'migration.sql'), 'CREATE TABLE slow ();');
      expect(await migrate({ url: database, dir })).toEqual(['99990101000000_slow']);
    });
  });

  it('a migration that another tool left unfinished stops the start', async () => {
    await withScratchDatabase(url, async (database) => {
      const [first] = await migrate({ url: database, dir });
      await ask(
        database,
        `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${first}'`,
      );
      await expect(migrate({ url: database, dir })).rejects.toThrow(`${first} failed before`);
    });
  });

  it('a database with other tables is refused, and is unchanged', async () => {
    await withScratchDatabase(url, async (database) => {
      await ask(database, 'CREATE TABLE someone_elses ()');
      await expect(migrate({ url: database, dir })).rejects.toThrow('Use an empty database');
      expect(await ask(database, `SELECT to_regclass('_prisma_migrations'), to_regclass('seat')`)).toEqual([
        null,
        null,
      ]);
    });
  });
});
