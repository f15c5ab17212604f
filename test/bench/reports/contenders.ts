import pg from 'pg';
import { createReport } from '../../../src/domain/reporting/report/create.ts';
import { getReport } from '../../../src/domain/reporting/report/get.ts';
import { watchReport } from '../../../src/domain/reporting/report/watch.ts';
import type { World } from './world.ts';

/** One question, as a payload and as the same SQL on PostgreSQL and on the engine itself. */
export interface Question {
  name: string;
  payload: object;
  /** With `{facts}` for the table, `{day}` for the local day and `{recent}` for the last 30 local days. */
  sql: string;
}

const ZONE = 'America/New_York';

export function questions(advertiserId: number): Question[] {
  const ask = (
    name: string,
    dateTypeId: number,
    intervalTypeId: number,
    dimension: number,
    sql: string,
    accountIds: number[] = [],
  ): Question => ({
    name,
    payload: {
      dateTypeId,
      intervalTypeId,
      reportOption: { dimensionTypeIds: [dimension], metricTypeIds: [1, 10001, 10002], accountIds },
    },
    sql,
  });
  const sums = 'sum(impressions), sum(clicks), sum(spend)';
  return [
    ask(
      'advertiser x day, 30 days',
      8,
      2,
      4,
      `SELECT {day}, advertiser_id, ${sums} FROM {facts} WHERE {recent} GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    ask(
      'line x hour, 30 days',
      8,
      5,
      6,
      `SELECT hour, line_id, ${sums} FROM {facts} WHERE {recent} GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    ask(
      "one advertiser's month by line",
      8,
      2,
      6,
      `SELECT {day}, line_id, ${sums} FROM {facts} WHERE {recent} AND advertiser_id = ${advertiserId} GROUP BY 1, 2 ORDER BY 1, 2`,
      [advertiserId],
    ),
    ask(
      'line x day, all time',
      10,
      2,
      6,
      `SELECT {day}, line_id, ${sums} FROM {facts} GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
  ];
}

/** From the request to a finished CSV, through the queue and a worker. @returns milliseconds and rows */
export async function byService({ ctx }: World, { payload }: Pick<Question, 'payload'>) {
  const start = performance.now();
  const { customerReportId } = await createReport({ ctx, input: payload });
  for await (const { status } of watchReport({ ctx, customerReportId })) {
    if (status === 'SUCCESS') break;
  }
  const ms = performance.now() - start;
  const report = await getReport({ ctx, customerReportId });
  if (report.status !== 'SUCCESS') throw new Error(report.errorMsg ?? 'failed');
  return { ms, rows: Number(report.numRows), bytes: Number(report.fileBytes), customerReportId };
}

/** The best PostgreSQL does: its own table, indexed and analysed, with parallel workers, to a CSV file. */
export async function byPostgres(world: World, { sql }: Question): Promise<number> {
  const client = await connect(world);
  try {
    await client.query(
      `SET statement_timeout = 0; SET max_parallel_workers_per_gather = 4; SET work_mem = '512MB';
       SET parallel_setup_cost = 0; SET jit = off`,
    );
    const text = sql
      .replace('{facts}', 'bench_fact')
      .replaceAll('{recent}', recent(world, 'timestamptz', 'Z'))
      .replaceAll('{day}', `(hour AT TIME ZONE '${ZONE}')::date`);
    const start = performance.now();
    await client.query(`COPY (${text}) TO '/tmp/flightline-bench-${process.pid}.csv' (FORMAT csv, HEADER)`);
    return performance.now() - start;
  } finally {
    await client.end();
  }
}

/** The engine alone on the same files, with nothing around it but its own start. */
export async function byEngine(world: World, { sql }: Question, places: string[]): Promise<number> {
  const facts = `read_parquet([${places.map((place) => `'${place}'`).join(', ')}])`;
  const text = sql
    .replace('{facts}', facts)
    .replaceAll('{recent}', recent(world, 'timestamp', ''))
    .replaceAll('{day}', `(hour AT TIME ZONE 'UTC' AT TIME ZONE '${ZONE}')::DATE`);
  const start = performance.now();
  await world.engine.run({
    statements: [{ sql: `COPY (${text}) TO '${world.dir}/bare.csv' (FORMAT csv, HEADER)` }],
  });
  return performance.now() - start;
}

/** Not of the service's pool, which gives up on statements as slow as these. */
async function connect({ databaseUrl }: World): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}

/** Copies the same CSV into PostgreSQL and gives it its index and statistics. */
export async function fillPostgres(world: World, file: string): Promise<void> {
  const client = await connect(world);
  try {
    await client.query(`SET statement_timeout = 0; SET maintenance_work_mem = '512MB';
      DROP TABLE IF EXISTS bench_fact;
      CREATE TABLE bench_fact (hour timestamptz, advertiser_id int, campaign_id int, line_id int, package_id int,
        country text, impressions bigint, clicks bigint, spend numeric(18,6), qualified bigint, responses bigint, available bigint)`);
    await client.query(`COPY bench_fact FROM '${file}' (FORMAT csv, HEADER, FORCE_NULL (package_id))`);
    await client.query(
      'CREATE INDEX ON bench_fact (advertiser_id, hour) INCLUDE (line_id, impressions, clicks, spend)',
    );
    await client.query('CREATE INDEX ON bench_fact USING brin (hour)');
    await client.query('VACUUM ANALYZE bench_fact');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

/** The last 30 days of the zone as constants, so that both engines can skip what lies outside. */
function recent({ now }: World, type: string, suffix: string): string {
  const midnight = new Date(now);
  const local = (date: Date) =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit' }).format(date));
  while (local(midnight) !== 0) midnight.setUTCHours(midnight.getUTCHours() - 1);
  const first = new Date(midnight.getTime() - 30 * 86_400_000);
  while (local(first) !== 0) first.setUTCHours(first.getUTCHours() + (local(first) > 12 ? 1 : -1));
  const at = (date: Date) => `${type} '${date.toISOString().slice(0, 19)}${suffix}'`;
  return `hour >= ${at(first)} AND hour < ${at(midnight)}`;
}
