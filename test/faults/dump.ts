import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pgDump } from './debian.ts';
import type { Row, Scene } from './scene.ts';

const READ_MS = 12_000;
/** A busy machine takes seconds; behind a lock it would be all of them. */
const LONGEST_MS = READ_MS - 2_000;
/** Each partitioned table has a partition for every one of these. */
const DAYS_AHEAD = 7;
/** Older than the retention of events. */
const OLD = ['event_20200101', 'event_receipt_20200101', 'conversion_receipt_20200101'];

/** Reads every table of a database until it is stopped. */
export interface Reader {
  end(): Promise<void>;
}

/** What a dump does, on a server that no `pg_dump` at hand can read: the same locks, held by one transaction. */
export async function readLikeDump(url: string): Promise<Reader> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const { rows } = await client.query(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await client.query(`LOCK TABLE ${name} IN ACCESS SHARE MODE`);
  return { end: () => client.end() };
}

/** A real `pg_dump` whose output is not read before the end, so that it remains blocked in the middle. */
export async function dump(url: string): Promise<Reader> {
  const child: ChildProcess = spawn(pgDump, ['--dbname', url], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  await locked(url);
  return {
    end: async () => {
      child.stdout?.resume();
      const [code] = await exit;
      if (code !== 0) throw new Error(`pg_dump ended with ${code}.`);
    },
  };
}

async function locked(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (let found = 0; found === 0; await sleep(50)) {
    const { rows } = await client.query(
      `SELECT count(*)::int AS found FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE application_name = 'pg_dump' AND relation = 'event'::regclass`,
    );
    found = rows[0].found;
  }
  await client.end();
}

/**
 * A dump begins in front of days without a partition and old ones to drop; the service is started anew in the
 * middle of it. Nobody is refused, the days get their partitions, and the old ones go when the dump is through.
 */
export function whileRead(open: (url: string) => Promise<Reader>) {
  return async ({ database: { url }, service, load }: Scene<{ url: string; remove(): Promise<void> }>) => {
    await run(url, [
      ...(await daysToCome(url)).map((name) => `DROP TABLE ${name}`),
      ...OLD.map(
        (name) =>
          `CREATE TABLE ${name} PARTITION OF ${name.replace(/_\d+$/, '')} FOR VALUES FROM ('2020-01-01') TO ('2020-01-02')`,
      ),
    ]);
    const reader = await open(url);
    await service.kill();
    const began = Date.now();
    await service.start();
    const startMs = Date.now() - began;
    load.longestMs = 0;
    load.statuses.clear();
    await sleep(READ_MS);
    const { longestMs } = load;
    const refused = [...load.statuses.keys()].filter((status) => status !== '200' && status !== 'none');
    const made = (await daysToCome(url)).length;
    await reader.end();
    await service.kill();
    await service.start();
    const left = await untilDropped(url);
    return {
      passed:
        made === DAYS_AHEAD * (await partitionedTables(url)) &&
        refused.length === 0 &&
        longestMs < LONGEST_MS &&
        left === 0,
      figures: `started in ${startMs} ms, longest answer meanwhile ${longestMs} ms, ${made} partitions made meanwhile, ${left} old ones left after it`,
    } satisfies Omit<Row, 'fault'>;
  };
}

async function untilDropped(url: string): Promise<number> {
  let left = OLD.length;
  for (const end = Date.now() + 10_000; left > 0 && Date.now() < end; await sleep(200)) {
    const rows = await run(url, [
      `SELECT 1 FROM pg_class WHERE relname IN (${OLD.map((name) => `'${name}'`).join()})`,
    ]);
    left = rows.length;
  }
  return left;
}

async function partitionedTables(url: string): Promise<number> {
  const rows = await run(url, [`SELECT 1 FROM pg_partitioned_table`]);
  return rows.length;
}

async function daysToCome(url: string): Promise<string[]> {
  const rows = await run(url, [
    `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
     WHERE child.relkind = 'r' AND right(child.relname, 8) > to_char(now() AT TIME ZONE 'UTC', 'yyyymmdd')`,
  ]);
  return rows.map(({ name }) => name as string);
}

/** Answers the rows of the last statement. */
async function run(url: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let rows: Record<string, unknown>[] = [];
  for (const statement of statements) ({ rows } = await client.query(statement));
  await client.end();
  return rows;
}
