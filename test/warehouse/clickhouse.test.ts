import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { parseReport } from '../../src/domain/reporting/report/payload/parse.ts';
import { reportPlan } from '../../src/domain/reporting/report/plan.ts';
import { takeReport } from '../../src/domain/reporting/report/queue.ts';
import { runReport } from '../../src/domain/reporting/report/run.ts';
import { readiness } from '../../src/operations/health/ready.ts';
import { readInstallation } from '../../src/platform/database/migration/installation.ts';
import { reportQuery } from '../../src/warehouse/clickhouse/report.ts';
import { textsOf } from '../../src/warehouse/clickhouse/report-writer.ts';
import { claimCopy } from '../../src/warehouse/clickhouse/tables.ts';
import { reportingService } from '../rest/reporting/support.ts';
import { type Answer, fakeClickHouse, rowBinary } from './fake-clickhouse.ts';

/** What ClickHouse makes is compared in `npm run test:clickhouse`; here it is one that fails in many ways. */

let report: Answer | undefined;
let owner = '';
const server = await fakeClickHouse(({ sql }) => {
  if (sql.includes('FORMAT RowBinary')) return report;
  if (sql.includes('fact_owner') && sql.startsWith('SELECT')) return { body: `{"id":"${owner}"}\n` };
  return sql.startsWith('SELECT 1') ? { body: '1\n' } : undefined;
});
afterAll(() => server.stop());

const service = await reportingService({
  worker: false,
  env: { FLIGHTLINE_WAREHOUSE_URL: server.url },
});
const { system } = service;
const client = await service.client();
const { ids } = await service.advertiser(client);
await service.load([{ ...ids }]);
const { clickHouse } = system;
if (!clickHouse) throw new Error('The setting has no effect.');
owner = (await readInstallation(system.pool)).id;

const PAYLOAD = {
  dateTypeId: 10,
  intervalTypeId: 1,
  reportOption: { timezone: 'Etc/GMT', dimensionTypeIds: [6], metricTypeIds: [1, 10001] },
};
/** Makes a report, in one try. */
async function made() {
  const { body } = await service.call(client, 'POST', '/extreport/', PAYLOAD);
  const taken = await takeReport(system);
  if (!taken) throw new Error('Nothing is queued.');
  const outcome = await runReport(system, service.warehouse, taken);
  const report = (await service.call(client, 'GET', `/extreport/${body.customerReportId}`)).body;
  return { outcome, report };
}

beforeEach(async () => {
  server.away(false);
  report = { body: Buffer.concat([rowBinary('11,"a\r\nb",1,2\r\n'), rowBinary('12,c,3,4\r\n')]) };
  await system.pool.query('DELETE FROM report');
});

describe('reports', () => {
  test('are what ClickHouse answers, after the header', async () => {
    const { report: finished } = await made();
    expect(finished).toMatchObject({ status: 'SUCCESS', numRows: 2 });
    expect((await service.fetchCsv(finished.url)).body).toBe(
      'Line Id,Line,Impressions,Clicks\r\n11,"a\r\nb",1,2\r\n12,c,3,4\r\n',
    );
  });

  test('beyond a limit of the server are FAILED at once, with what to do', async () => {
    report = { code: 241, type: 'MEMORY_LIMIT_EXCEEDED' };
    expect((await made()).report).toMatchObject({
      status: 'FAILED',
      errorMsg: expect.stringMatching(/^The report needed too much memory\. Use a filter/),
    });
    report = { code: 159, type: 'TIMEOUT_EXCEEDED' };
    expect((await made()).report.errorMsg).toMatch(/^The report took longer than 600 s\./);
  });

  test.each([
    ['within a row', { body: rowBinary('11,a,1,2\r\n').subarray(0, 5) }],
    ['with the connection', { body: rowBinary('11,a,1,2\r\n'), broken: true }],
    ['with an error of the server', { code: 60, type: 'UNKNOWN_TABLE' }],
  ])('are tried again after an answer that ends %s', async (_, answer) => {
    report = answer;
    expect((await made()).outcome).toBe('again');
    expect(await service.warehouse.files.list('drafts')).toEqual([]);
  });

  test('are tried again while it is unavailable; the password is in a header and in no log', async () => {
    await made();
    const basic = `Basic ${Buffer.from('reports:s3cret').toString('base64')}`;
    expect(new Set(server.queries.map(({ authorization }) => authorization))).toEqual(new Set([basic]));
    server.away(true);
    expect((await made()).outcome).toBe('again');
    expect(system.logged()).toContain('report attempt failed');
    expect(system.logged()).not.toContain('s3cret');
    expect(system.logged()).not.toContain(basic);
  });
});

test('a server that is unavailable leaves the process ready, and is named', async () => {
  // What was found is remembered for a while, by pool.
  const isReady = () => readiness({ system: { ...system, pool: Object.create(system.pool) } });
  expect(await isReady()).toMatchObject({ reasons: [], away: [] });
  server.away(true);
  expect(await isReady()).toMatchObject({ reasons: [], away: ['ClickHouse does not answer.'] });
});

describe('at the start', () => {
  test('a database that is this installation’s or unclaimed is accepted', async () => {
    await claimCopy({ clickHouse, pool: system.pool });
  });

  test('a database with the facts of another installation is refused', async () => {
    const own = owner;
    owner = 'another';
    await expect(claimCopy({ clickHouse, pool: system.pool })).rejects.toThrow(
      /^FLIGHTLINE_WAREHOUSE_URL: 127\.0\.0\.1:\d+\/facts holds the facts of another installation/,
    );
    owner = own;
  });

  test('a server that cannot be used is named with the reason, without the password', async () => {
    server.away(true);
    const failure = await claimCopy({ clickHouse, pool: system.pool }).catch((error) => error);
    expect(failure.message).toMatch(/^FLIGHTLINE_WAREHOUSE_URL: cannot use 127\.0\.0\.1:\d+\/facts: .+\.$/);
    expect(failure.message).not.toContain('s3cret');
  });

  test.each([
    'http://host:8123/facts',
    'clickhouse://host:8123',
    'clickhouse://host/a/b',
    'clickhouse://host/facts?secure=true',
  ])('%s is refused by name', (url) => {
    expect(() => loadConfig({ FLIGHTLINE_WAREHOUSE_URL: url })).toThrow(/^FLIGHTLINE_WAREHOUSE_URL: must /);
  });

  test('the address has defaults, and a password may be percent-encoded', () => {
    const of = (url: string) => loadConfig({ FLIGHTLINE_WAREHOUSE_URL: url }).clickHouse;
    expect(of('clickhouse://host/facts')).toEqual({
      url: 'http://host:8123',
      username: 'default',
      password: '',
      database: 'facts',
    });
    expect(of('clickhouses://a:b%2Fc@host/facts')).toMatchObject({
      url: 'https://host:8443',
      password: 'b/c',
    });
  });
});

describe('rows of one text', () => {
  test('are read wherever the chunks end', async () => {
    const lines = ['a\r\n', `${'x'.repeat(300)}\r\n`, '', 'é\r\n'];
    const bytes = Buffer.concat(lines.map(rowBinary));
    for (const size of [1, 2, 7, 1000]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const found: Buffer[] = [];
      let count = 0;
      for await (const texts of textsOf(Readable.from(chunks))) {
        found.push(texts.bytes);
        count += texts.count;
      }
      expect([count, Buffer.concat(found).toString()]).toEqual([lines.length, lines.join('')]);
    }
  });
});

const HOSTILE = `'); DROP TABLE fact; -- \\' "x", {p0:String}`;

test('a report is one statement; what callers write is a parameter, or a text that cannot be left', async () => {
  const payload = {
    dateTypeId: 11,
    startDate: '2026-03-01T00:00:00Z',
    endDate: '2026-03-31T23:59:59Z',
    intervalTypeId: 3,
    reportOption: {
      timezone: 'America/New_York',
      currency: 4,
      dimensionTypeIds: [6],
      metricTypeIds: [1, 10001],
      having: { type: 'greaterThan', metricTypeId: 1, value: 5 },
    },
  };
  const plan = reportPlan(
    {
      spec: parseReport(payload),
      wire: 'documented',
      createdAt: new Date('2026-04-01T00:00:00Z'),
      advertisers: [
        {
          id: 1,
          name: 'One',
          currency: 'USD',
          seatId: 7,
          seatName: 'North',
          seatCurrency: 'USD',
          groupId: 8,
          groupName: 'Group',
        },
      ],
      names: { line: [[11, HOSTILE]] },
      derived: [],
      countryOfWoeid: new Map(),
      files: [],
      rates: [],
      rowCap: 100,
    },
    ['facts/delivery/2026-03/a.parquet'],
  );
  await expect(JSON.stringify(reportQuery(plan), null, 1).replaceAll('\\n', '\n')).toMatchFileSnapshot(
    'clickhouse-report.snap',
  );
});
