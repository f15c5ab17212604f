import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, inject, vi } from 'vitest';
import { admin, dropDatabase } from '../../support/database.ts';

/** A folder for the folders of a test. */
export async function scratchFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'flightline-backup-'));
  let folders = 0;
  return {
    folder,
    /** The path of one that does not exist yet. */
    newFolder: () => {
      folders += 1;
      return join(folder, `${folders}`);
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 20 }),
  };
}

/** A database without tables. */
export async function emptyDatabase() {
  const { url: server } = inject('databaseServer');
  const name = `restored_${randomBytes(6).toString('hex')}`;
  await admin().query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  return { databaseUrl, drop: () => dropDatabase(name) };
}

/** Locks one table, so that a backup that starts then continues only when the table is released. */
export async function holdBackups(pool: pg.Pool) {
  const blocker = await pool.connect();
  await blocker.query('BEGIN; LOCK TABLE advertiser IN ACCESS EXCLUSIVE MODE');
  return {
    /** Until a backup waits for the table. */
    begun: () =>
      vi.waitFor(
        async () => {
          const { rowCount } = await pool.query(
            `SELECT FROM pg_locks WHERE NOT granted AND relation = 'advertiser'::regclass`,
          );
          expect(rowCount).toBe(1);
        },
        { timeout: 30_000 },
      ),
    release: async () => {
      await blocker.query('ROLLBACK');
      blocker.release();
    },
  };
}
