import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { DomainContext } from '../../src/domain/context.ts';
import { createReport } from '../../src/domain/reporting/report/create.ts';
import { takeReport } from '../../src/domain/reporting/report/queue.ts';
import { runReport } from '../../src/domain/reporting/report/run.ts';
import { freePort } from '../../src/platform/database/embedded/postmaster.ts';
import { randomFrom } from '../domain/reporting/report/random.ts';
import { reportingService } from '../rest/reporting/support.ts';
import { contextOf, type TestClient, tokenFor } from '../support/actors.ts';
import { WITH_BUILT } from '../support/processes/built.ts';

const REPORTS = 50;
const KILLS = 12;
/** Minutes on a machine of its own, and many times that on a shared one. */
const TIMEOUT_MS = 1_800_000;
const service = await reportingService({ worker: false });
const { system, warehouse } = service;
const random = randomFrom(6);
/** The bytes of an undisturbed run, by payload. */
const references = new Map<string, string>();
let client: TestClient;
let ctx: DomainContext;

const payload = (n: number) => ({
  dateTypeId: 10,
  intervalTypeId: 2 + (n % 4),
  reportOption: { dimensionTypeIds: n % 2 ? [6] : [4, 6, 19], metricTypeIds: [1, 10001, 10002] },
});
const bytesOf = async (name: string) => (await warehouse.files.read(name).toArray()).join('');

beforeAll(async () => {
  client = await service.client();
  ctx = await contextOf(system, client);
  const { ids } = await service.advertiser(client);
  await service.load(
    Array.from({ length: 20_000 }, (_, n) => ({
      ...ids,
      hour: new Date(Date.UTC(2025, 0, 1) + (n % 9000) * 3_600_000).toISOString().replace('.000', ''),
      lineId: ids.lineId + (n % 7),
      spend: (n / 1000).toFixed(6),
    })),
  );
  for (let n = 0; n < 4; n += 1) {
    await createReport({ ctx, input: payload(n) });
    const taken = await takeReport(system);
    if (taken) await runReport(system, warehouse, taken);
  }
  for (const report of await system.db.report.findMany())
    references.set(JSON.stringify(report.payload), await bytesOf(report.fileName ?? ''));
}, TIMEOUT_MS);

beforeEach(() => system.db.report.deleteMany());

function start(script: string, env: Record<string, string> = {}): ChildProcess {
  return fork(join(import.meta.dirname, script), {
    execArgv: WITH_BUILT,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: system.database.url,
      FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
      FLIGHTLINE_DATA_DIR: service.dataDir,
      FLIGHTLINE_DEMO: 'off',
      ...env,
    },
  });
}

/** A process that is ready. One that ends at its start is restarted, as a supervisor does. */
async function ready(begin: () => ChildProcess): Promise<ChildProcess> {
  for (let tries = 0; tries < 5; tries += 1) {
    const child = begin();
    const [isReady] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [false])]);
    if (isReady !== false) return child;
  }
  throw new Error('The process ends at every start.');
}

/** Starts the process again and again, and kills it at a random moment after it is ready. */
async function killRepeatedly(begin: () => ChildProcess): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = await ready(begin);
    await sleep(random.below(1500));
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

async function allSettled(): Promise<void> {
  for (let round = 0; round < 1200; round += 1) {
    const open = await system.db.report.count({ where: { status: { in: ['SUBMITTED', 'PROCESSING'] } } });
    if (open === 0) return;
    await sleep(500);
  }
}

/** SUCCESS with the bytes of the undisturbed run, or FAILED with a reason; and some were indeed disturbed. */
async function expectGoodEnds(
  read: (report: { customerReportId: string; fileName: string | null }) => Promise<string>,
) {
  const reports = await system.db.report.findMany();
  for (const report of reports) {
    if (report.status === 'FAILED') expect(report.errorMsg).toMatch(/three attempts/);
    else {
      expect(report.status).toBe('SUCCESS');
      expect(await read(report)).toBe(references.get(JSON.stringify(report.payload)));
    }
  }
  expect(reports.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThan(REPORTS / 2);
  expect(reports.filter(({ attempts }) => attempts > 1).length).toBeGreaterThan(0);
}

test(
  'workers killed at random moments leave every report SUCCESS with the same bytes, or FAILED with a reason',
  async () => {
    for (let n = 0; n < REPORTS; n += 1) await createReport({ ctx, input: payload(n) });
    await killRepeatedly(() => start('report-worker.ts'));
    const last = await ready(() => start('report-worker.ts'));
    await allSettled();
    last.kill('SIGKILL');
    await expectGoodEnds(({ fileName }) => bytesOf(fileName ?? ''));
  },
  TIMEOUT_MS,
);

test(
  'the server killed at random moments, with its worker, loses no report that it accepted',
  async () => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const begin = () => start('report-server.ts', { PORT: String(port) });
    const headers = { 'x-auth-method': 'OAuth2', 'x-auth-token': await tokenFor(system, client) };
    const call = (path: string, body?: object) =>
      fetch(`${origin}/extreport/${path}`, {
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(5000),
      });

    const half = REPORTS / 2;
    for (let n = 0; n < half; n += 1) await createReport({ ctx, input: payload(n) });
    const accepted: string[] = [];
    const posting = (async () => {
      while (accepted.length < half) {
        const answer = await call('', payload(accepted.length)).catch(() => undefined);
        const body = await answer?.json().catch(() => undefined);
        if (body?.customerReportId) accepted.push(body.customerReportId);
        await sleep(100);
      }
    })();
    await killRepeatedly(begin);
    const last = await ready(begin);
    await posting;
    await allSettled();

    const known = await system.db.report.findMany({ select: { customerReportId: true } });
    expect(known.map(({ customerReportId }) => customerReportId)).toEqual(expect.arrayContaining(accepted));
    await expectGoodEnds(async ({ customerReportId }) => {
      const report = await (await call(customerReportId)).json();
      return (await fetch(`${origin}${new URL(report.url).pathname}${new URL(report.url).search}`)).text();
    });
    last.kill('SIGKILL');
    await once(last, 'exit');
  },
  TIMEOUT_MS,
);
