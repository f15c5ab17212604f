import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { loadConfig } from '../../src/config.ts';
import { backUp } from '../../src/operations/backup/backup.ts';
import { restore } from '../../src/operations/backup/restore.ts';
import type { Postgres } from './postgres.ts';
import { type Row, type Scene, untilBack } from './scene.ts';

/** Something to save. */
const HEAD_START_MS = 4_000;
/** The longest that a client may be without an answer of 200 while a backup runs. */
const SILENCE_MS = 5_000;

/** A backup of the database under load, restored next to it: all that was acknowledged before is in it. */
export async function backedUp({ database, load, env }: Scene<Postgres>): Promise<Omit<Row, 'fault'>> {
  await untilBack(load);
  await sleep(HEAD_START_MS);
  const dir = join(database.dataDir, 'saved');
  const acknowledged = load.acknowledged;
  const before = new Map(load.statuses);
  let silentMs = 0;
  const watch = setInterval(() => {
    silentMs = Math.max(silentMs, Date.now() - load.lastSuccess);
  }, 20);
  const began = Date.now();
  const config = loadConfig({ ...env, FLIGHTLINE_DATA_DIR: database.dataDir });
  const { rows } = await backUp({ config, databaseUrl: database.url, dir });
  clearInterval(watch);
  const backupMs = Date.now() - began;
  const answers = [...load.statuses].filter(([status, count]) => count > (before.get(status) ?? 0));
  const other = await emptyDatabase(database.url);
  const into = { ...config, dataDir: join(database.dataDir, 'restored') };
  await restore({ config: into, databaseUrl: other, dir });
  const verified = await load.verify(other, acknowledged);
  await rm(dir, { recursive: true });
  return {
    passed:
      verified.lost === 0 &&
      verified.stored === verified.distinct &&
      silentMs < SILENCE_MS &&
      answers.every(([status]) => status === '200'),
    figures: [
      `${rows} rows saved in ${backupMs} ms, longest silence of intake ${silentMs} ms, answers ${answers.map(([status]) => status).join(', ')}`,
      `of ${verified.acknowledged} events acknowledged before, ${verified.lost} are not in the restored copy`,
    ].join('; '),
  };
}

async function emptyDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE DATABASE restored TEMPLATE template0').finally(() => client.end());
  return Object.assign(new URL(url), { pathname: '/restored' }).href;
}
