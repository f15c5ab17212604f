import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createReport } from '../../src/domain/report/create.ts';
import { takeReport } from '../../src/domain/report/queue.ts';
import { runReport } from '../../src/domain/report/run.ts';
import { randomFrom } from '../domain/report/random.ts';
import { reportingService } from '../rest/reporting/support.ts';
import { contextOf } from '../support/actors.ts';

const REPORTS = 50;
const KILLS = 12;
const service = await reportingService({ worker: false });
const { system, warehouse } = service;
const random = randomFrom(6);

function startWorkerProcess(): ChildProcess {
  return fork(join(import.meta.dirname, 'report-worker.ts'), {
    execArgv: ['--import', 'jiti/register'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: system.database.url,
      FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
      FLIGHTLINE_DATA_DIR: service.dataDir,
    },
  });
}

test('workers killed at random moments leave every report SUCCESS with the same bytes, or FAILED with a reason', async () => {
  const client = await service.client();
  const ctx = await contextOf(system, client);
  const { ids } = await service.advertiser(client);
  await service.load(
    Array.from({ length: 20_000 }, (_, n) => ({
      ...ids,
      hour: new Date(Date.UTC(2025, 0, 1) + (n % 9000) * 3_600_000).toISOString().replace('.000', ''),
      lineId: ids.lineId + (n % 7),
      spend: (n / 1000).toFixed(6),
    })),
  );
  const payload = (n: number) => ({
    dateTypeId: 10,
    intervalTypeId: 2 + (n % 4),
    reportOption: { dimensionTypeIds: n % 2 ? [6] : [4, 6, 19], metricTypeIds: [1, 10001, 10002] },
  });
  const references = new Map<string, string>();
  for (let n = 0; n < 4; n += 1) {
    await createReport({ ctx, input: payload(n) });
    const taken = await takeReport(system.pool);
    if (taken) await runReport(system, warehouse, taken);
  }
  const bytesOf = async (name: string) => (await warehouse.files.read(name).toArray()).join('');
  for (const report of await system.db.report.findMany())
    references.set(JSON.stringify(report.payload), await bytesOf(report.fileName ?? ''));
  for (let n = 0; n < REPORTS; n += 1) await createReport({ ctx, input: payload(n) });

  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = startWorkerProcess();
    await once(child, 'message');
    await sleep(random.below(1500));
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const last = startWorkerProcess();
  for (let round = 0; round < 300; round += 1) {
    const open = await system.db.report.count({ where: { status: { in: ['SUBMITTED', 'PROCESSING'] } } });
    if (open === 0) break;
    await sleep(500);
  }
  last.kill('SIGKILL');

  const reports = await system.db.report.findMany();
  for (const report of reports) {
    if (report.status === 'FAILED') expect(report.errorMsg).toMatch(/three attempts/);
    else {
      expect(report.status).toBe('SUCCESS');
      expect(await bytesOf(report.fileName ?? '')).toBe(references.get(JSON.stringify(report.payload)));
    }
  }
  expect(reports.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThan(REPORTS / 2);
}, 300_000);
