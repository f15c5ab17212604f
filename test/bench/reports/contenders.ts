import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createReport } from '../../../src/domain/report/create.ts';
import { getReport } from '../../../src/domain/report/get.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import type { World } from './world.ts';

/** One question, as a payload and as the same SQL on PostgreSQL and on the engine itself. */
export interface Question {
  name: string;
  payload: object;
  /** With `{facts}` for the table and `{day}` for the local day. */
  sql: string;
}

const ZONE = 'America/New_York';
const RECENT = `hour >= date_trunc('day', now() AT TIME ZONE '${ZONE}') AT TIME ZONE '${ZONE}' - interval '30 days'
  AND hour < date_trunc('day', now() AT TIME ZONE '${ZONE}') AT TIME ZONE '${ZONE}'`;

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
      `SELECT {day}, advertiser_id, ${sums} FROM {facts} WHERE ${RECENT} GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    ask(
      'line x hour, 30 days',
      8,
      5,
      6,
      `SELECT hour, line_id, ${sums} FROM {facts} WHERE ${RECENT} GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    ask(
      "one advertiser's month by line",
      8,
      2,
      6,
      `SELECT {day}, line_id, ${sums} FROM {facts} WHERE ${RECENT} AND advertiser_id = ${advertiserId} GROUP BY 1, 2 ORDER BY 1, 2`,
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
  for (;;) {
    const report = await getReport({ ctx, customerReportId });
    if (report.status === 'FAILED') throw new Error(report.errorMsg ?? 'failed');
    if (report.status === 'SUCCESS') return { ms: performance.now() - start, rows: Number(report.numRows) };
    await sleep(5);
  }
}

/** The best PostgreSQL does: its own table, indexed and analysed, with parallel workers, to a CSV file. */
export async function byPostgres({ system }: World, { sql }: Question): Promise<number> {
  const client = await system.pool.connect();
  try {
    await client.query(
      "SET statement_timeout = 0; SET max_parallel_workers_per_gather = 4; SET work_mem = '256MB'",
    );
    const start = performance.now();
    const text = sql
      .replace('{facts}', 'bench_fact')
      .replaceAll('{day}', `(hour AT TIME ZONE '${ZONE}')::date`);
    await client.query(`COPY (${text}) TO '/tmp/flightline-bench-${process.pid}.csv' (FORMAT csv, HEADER)`);
    return performance.now() - start;
  } finally {
    client.release();
  }
}

/** The engine alone on the same files, with nothing around it. */
export async function byEngine({ engine, system, dir }: World, { sql }: Question): Promise<number> {
  const { catalogue, files } = await openWarehouse({ dataDir: system.config.dataDir, pool: system.pool });
  const listed = await catalogue.files({ kinds: ['delivery'], first: null, last: null });
  const places = listed.map(({ name }) => `'${files.locate(name)}'`).join(', ');
  const facts = `(SELECT *, hour::TIMESTAMPTZ AS moment FROM read_parquet([${places}]))`;
  const text = sql
    .replace('{facts}', facts)
    .replaceAll('hour >=', 'moment >=')
    .replaceAll('hour <', 'moment <')
    .replaceAll('{day}', `(moment AT TIME ZONE '${ZONE}')::DATE`);
  const start = performance.now();
  await engine.run({ statements: [{ sql: `COPY (${text}) TO '${dir}/bare.csv' (FORMAT csv, HEADER)` }] });
  return performance.now() - start;
}

/** Copies the same CSV into PostgreSQL and gives it its index and statistics. */
export async function fillPostgres({ system }: World, file: string): Promise<void> {
  const client = await system.pool.connect();
  try {
    await client.query(`SET statement_timeout = 0; SET maintenance_work_mem = '512MB';
      CREATE UNLOGGED TABLE bench_fact (hour timestamptz, advertiser_id int, campaign_id int, line_id int, package_id int,
        country text, impressions bigint, clicks bigint, spend numeric(18,6), qualified bigint, responses bigint, available bigint)`);
    await client.query(`COPY bench_fact FROM '${file}' (FORMAT csv, HEADER, FORCE_NULL (package_id))`);
    await client.query(
      'CREATE INDEX ON bench_fact (advertiser_id, hour) INCLUDE (line_id, impressions, clicks, spend)',
    );
    await client.query('CREATE INDEX ON bench_fact USING brin (hour)');
    await client.query('VACUUM ANALYZE bench_fact');
  } finally {
    client.release();
  }
}

/** The highest memory of this process's children so far, in MB (Linux). */
export async function childrenPeakMb(): Promise<number> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').catch(
    () => '',
  );
  const peaks = children
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(async (pid) => {
      const [command, status] = await Promise.all([
        readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
        readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
      ]);
      return command.includes('engine-child') ? Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024 : 0;
    });
  return Math.round(Math.max(0, ...(await Promise.all(peaks))));
}
