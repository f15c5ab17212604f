import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { createHttpClickHouse } from '../../src/warehouse/clickhouse/client.ts';
import { copyFacts, type FactCopy, rebuildCopy, sweepCopy } from '../../src/warehouse/clickhouse/copy.ts';
import { copyReports } from '../../src/warehouse/clickhouse/report-writer.ts';
import { claimCopy } from '../../src/warehouse/clickhouse/tables.ts';
import { compactFacts } from '../../src/warehouse/compact.ts';
import { reportingService } from '../rest/reporting/support.ts';
import { makeReportPlan } from '../warehouse/report-plan.ts';

const service = await reportingService({ worker: false });
const { system, warehouse } = service;
const client = await service.client();
const { ids } = await service.advertiser(client);
const line = { hour: '2026-03-01T05:00:00Z', ...ids };

const open = (database: string) =>
  createHttpClickHouse(
    { url: process.env.TEST_CLICKHOUSE_URL ?? '', username: 'default', password: '', database },
    { timeoutMs: 60_000 },
  );
let copy: FactCopy;
beforeEach(async () => {
  const clickHouse = open(`t${randomUUID().replaceAll('-', '')}`);
  copy = { clickHouse, pool: system.pool, files: warehouse.files };
  await claimCopy(copy);
});

const names = async (): Promise<string[]> => {
  const { rows } = await system.pool.query(
    'SELECT name FROM fact_file WHERE retired_at IS NULL ORDER BY name',
  );
  return rows.map(({ name }) => name);
};
const rowsIn = async (table: string) =>
  Number((await copy.clickHouse.rows({ sql: `SELECT count() AS rows FROM ${table}` }))[0]?.rows);

/** All impressions, as a report says. */
async function impressions(): Promise<string> {
  const target = await warehouse.files.draft();
  const plan = makeReportPlan({ advertiserIds: [ids.advertiserId], metrics: ['impressions'] });
  await copyReports(copy).write({ names: await names(), plan, target });
  return (await readFile(target, 'utf8')).split('\r\n')[1] ?? '';
}

test('a report includes facts as soon as their load is committed, even before they are copied', async () => {
  await service.load([{ ...line, impressions: 5 }]);
  expect(await impressions()).toBe('5');
  await service.load([{ ...line, impressions: 7 }]);
  expect(await impressions()).toBe('12');
  expect(await rowsIn('fact')).toBe(2);
});

test('each file counts once, whichever tries were done twice or died', async () => {
  const [file = ''] = await names();
  await copyFacts(copy);
  const [before, rows] = [await impressions(), await rowsIn('fact')];
  const again = async (batch: string, done: boolean) => {
    await copy.clickHouse.run({
      sql: `INSERT INTO fact SELECT * REPLACE ({batch:String} AS batch) FROM fact
        WHERE fact.batch = (SELECT argMax(batch, at) FROM fact_copy WHERE file = {file:String} AND done)`,
      params: { batch, file },
    });
    await copy.clickHouse.run({
      sql: "INSERT INTO fact_copy VALUES ({file:String}, {batch:String}, {done:Bool}, '2025-01-01 00:00:00')",
      params: { batch, file, done },
    });
  };
  // Two processes at once, of which one had lost its lease; the first to finish counts.
  await again('twin', true);
  // A process that died within a file.
  await again('dead', false);
  expect(await rowsIn('fact')).toBe(rows + 2);
  expect(await impressions()).toBe(before);
  await sweepCopy(copy);
  expect(await rowsIn('fact')).toBe(rows + 1);
  expect(await impressions()).toBe(before);
});

test('a try that is at work is left alone by the sweep, and removed when it is old', async () => {
  await copyFacts(copy);
  const all = await rowsIn('fact');
  await copy.clickHouse.run({ sql: "INSERT INTO fact SELECT * REPLACE ('new' AS batch) FROM fact" });
  const [file = ''] = await names();
  const begin = (at: string) =>
    copy.clickHouse.run({
      sql: `INSERT INTO fact_copy SELECT {file:String}, 'new', false, ${at}`,
      params: { file },
    });
  await begin('now64(3)');
  await sweepCopy(copy);
  expect(await rowsIn('fact')).toBe(2 * all);
  await begin('now64(3) - toIntervalHour(7)');
  await sweepCopy(copy);
  expect(await rowsIn('fact')).toBe(all);
});

test('merged files are removed from the copy once they leave the catalogue; reports do not change', async () => {
  for (let n = 0; n < 20; n += 1) await service.load([{ ...line, impressions: 100 + n }]);
  const before = await impressions();
  const rows = await rowsIn('fact');
  expect(await compactFacts(system.pool, warehouse)).toBeGreaterThan(0);
  expect(await impressions()).toBe(before);
  expect(await rowsIn('fact')).toBe(2 * rows);
  await system.pool.query('DELETE FROM fact_file WHERE retired_at IS NOT NULL');
  await sweepCopy(copy);
  expect(await rowsIn('fact')).toBe(rows);
  expect(await impressions()).toBe(before);
});

test('a copy that was dropped is rebuilt, by a command or by the next report', async () => {
  const before = await impressions();
  expect(await rebuildCopy(copy)).toBe((await names()).length);
  expect(await impressions()).toBe(before);
  for (const table of ['fact', 'fact_copy']) await copy.clickHouse.run({ sql: `DROP TABLE ${table}` });
  expect(await impressions()).toBe(before);
  expect(await copyFacts(copy)).toBe(0);
});

test('the database of another installation is refused', async () => {
  await copy.clickHouse.run({ sql: 'TRUNCATE TABLE fact_owner' });
  await copy.clickHouse.run({ sql: "INSERT INTO fact_owner VALUES ('another')" });
  await expect(claimCopy(copy)).rejects.toThrow(/^FLIGHTLINE_WAREHOUSE_URL: .*another installation/);
});
