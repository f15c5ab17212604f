import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { FactFile } from './catalogue.ts';
import type { FactKind } from './columns.ts';
import type { Warehouse } from './load.ts';
import { insertFiles, inTransaction } from './pg-catalogue.ts';

/** So many small files of one kind and month become one. */
const ENOUGH_FILES = 20;
const SMALL_BYTES = 32 * 1024 * 1024;
/** Longer than any report runs: whoever began with the old files finishes with them. */
const RETIRED_LIFE_MIN = 60;
/** A published file that no transaction listed by then was left by a crash. */
const ORPHAN_LIFE_MS = 6 * 3_600_000;

/** Merges small files where there are many. @returns how many files were replaced */
export async function compactFacts(pool: Pool, warehouse: Warehouse): Promise<number> {
  const { rows: groups } = await pool.query(
    `SELECT kind, array_agg(name ORDER BY name) AS names FROM fact_file
     WHERE retired_at IS NULL AND rolled_up AND bytes < $1
     GROUP BY kind, date_trunc('month', min_hour AT TIME ZONE 'UTC') HAVING count(*) >= $2`,
    [SMALL_BYTES, ENOUGH_FILES],
  );
  let replaced = 0;
  for (const { kind, names } of groups) {
    if (await mergeFiles(pool, warehouse, kind, names)) replaced += names.length;
  }
  return replaced;
}

/** @returns false when another process merged some of them in the meantime */
async function mergeFiles(
  pool: Pool,
  { engine, dialect, files }: Warehouse,
  kind: FactKind,
  names: string[],
): Promise<boolean> {
  const draft = await files.draft();
  const places = names.map((name) => files.locate(name));
  const statements = [dialect.writeFacts(places, null, draft), dialect.describe(draft)];
  const [about] = await engine.run({ statements });
  const minHour = new Date(String(about?.minHour));
  const name = `facts/${kind}/${minHour.toISOString().slice(0, 7)}/${randomUUID()}.parquet`;
  const bytes = await files.publish(draft, name);
  const maxHour = new Date(String(about?.maxHour));
  const merged: FactFile = { name, kind, rows: Number(about?.rows), bytes, minHour, maxHour };
  const done = await inTransaction(pool, async (client) => {
    const { rows } = await client.query(
      'SELECT name FROM fact_file WHERE name = ANY($1) AND retired_at IS NULL AND rolled_up FOR UPDATE',
      [names],
    );
    if (rows.length !== names.length) return false;
    await client.query('UPDATE fact_file SET retired_at = now() WHERE name = ANY($1)', [names]);
    await insertFiles(client, [merged]);
    return true;
  });
  if (!done) await files.remove(name);
  return done;
}

/** Removes files that compaction replaced long enough ago, and those that a crash left unlisted. */
export async function removeUnlisted(pool: Pool, { files }: Warehouse): Promise<void> {
  const { rows: retired } = await pool.query(
    `DELETE FROM fact_file WHERE retired_at < now() - make_interval(mins => $1) RETURNING name`,
    [RETIRED_LIFE_MIN],
  );
  for (const { name } of retired) await files.remove(name);
  const old = (await files.list('facts')).filter(
    ({ changedAt }) => Date.now() - changedAt.getTime() > ORPHAN_LIFE_MS,
  );
  const { rows: listed } = await pool.query('SELECT name FROM fact_file WHERE name = ANY($1)', [
    old.map(({ name }) => name),
  ]);
  const known = new Set(listed.map(({ name }) => name));
  for (const { name } of old) if (!known.has(name)) await files.remove(name);
}
