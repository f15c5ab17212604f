import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { takeReport } from '../../src/domain/reporting/report/queue.ts';
import { Usage } from '../../src/platform/process/usage.ts';
import { createSeat } from '../support/actors.ts';
import { answersOf, cliOn } from '../support/cli.ts';
import { testSystem } from '../support/system.ts';
import { createAd, createAdvertiser } from '../support/traffic/intake.ts';

const system = await testSystem();
const cli = cliOn(system);
afterEach(() => vi.unstubAllEnvs());

const answerOf = answersOf(system);

async function createReport(data: object = {}) {
  const { seatId } = await createSeat(system);
  const customerReportId = randomUUID();
  await system.db.report.create({
    data: { customerReportId, seatId, userId: 1, seatIds: [seatId], payload: { a: 1 }, ...data },
  });
  return { customerReportId, seatId };
}

test('report list filters by seat and status, and report show includes the request', async () => {
  const failed = await createReport({ status: 'FAILED', errorMsg: 'No space.', finishedAt: new Date() });
  const { customerReportId, seatId } = await createReport();
  const list = await answerOf('report', 'list', '--seat', `${seatId}`);
  expect(list.reports).toMatchObject([{ customerReportId, seatId, status: 'SUBMITTED' }]);
  const { reports } = await answerOf('report', 'list', '--status', 'FAILED');
  expect(reports).toMatchObject([{ customerReportId: failed.customerReportId, errorMsg: 'No space.' }]);
  expect(await answerOf('report', 'show', customerReportId)).toMatchObject({
    ...{ customerReportId, attempts: 0, payload: '{"a":1}', expired: false },
  });
  expect((await cli('report', 'show', randomUUID())).code).toBe(1);
  expect((await cli('report', 'list', '--status', 'LOST')).code).toBe(2);
});

test('report retry queues a failed or stuck report with new attempts; finished and expired ones are refused', async () => {
  const failed = await createReport({ status: 'FAILED', attempts: 3, errorMsg: 'x', finishedAt: new Date() });
  await answerOf('report', 'retry', failed.customerReportId);
  expect(await answerOf('report', 'show', failed.customerReportId)).toMatchObject({
    ...{ status: 'SUBMITTED', attempts: 0, errorMsg: null, finishedAt: null },
  });
  await system.db.report.updateMany({
    where: { customerReportId: { not: failed.customerReportId } },
    data: { status: 'SUCCESS' },
  });
  const taken = await takeReport(system);
  expect(taken?.customerReportId).toBe(failed.customerReportId);
  expect((await answerOf('report', 'retry', failed.customerReportId)).status).toBe('SUBMITTED');
  const again = await takeReport(system);
  expect([again?.customerReportId, again?.attempt === taken?.attempt]).toEqual([
    failed.customerReportId,
    false,
  ]);
  const done = await createReport({ status: 'SUCCESS' });
  expect((await cli('report', 'retry', done.customerReportId)).stderr).toBe('The report succeeded.\n');
  const old = await createReport({ status: 'FAILED', createdAt: new Date(Date.now() - 25 * 3_600_000) });
  expect((await cli('report', 'retry', old.customerReportId)).stderr).toContain('older than a day');
});

test('report cancel ends what waits, once', async () => {
  const { customerReportId } = await createReport();
  expect(await answerOf('report', 'cancel', customerReportId)).toEqual({
    customerReportId,
    status: 'FAILED',
  });
  expect(await answerOf('report', 'show', customerReportId)).toMatchObject({ errorMsg: 'Cancelled.' });
  expect((await cli('report', 'cancel', customerReportId)).code).toBe(1);
});

async function createWebhook(status = 'ACTIVE') {
  const { seatId } = await createSeat(system);
  const { id } = await system.db.webhook.create({
    data: {
      seatId,
      url: 'https://hooks.example/',
      events: ['line.status'],
      advertiserIds: [],
      secret: Buffer.from('sealed'),
      status,
    },
  });
  const deliver = (data: object) =>
    system.db.webhookDelivery.create({
      data: {
        webhookId: id,
        messageId: `msg_${randomUUID()}`,
        event: 'line.status',
        resource: 'Line:1',
        payload: '{}',
        createdAt: new Date(),
        ...data,
      },
    });
  return { id, seatId, deliver };
}

test('webhook replay sends what was delivered or given up since a time again, and nothing else', async () => {
  const hook = await createWebhook();
  const old = await hook.deliver({ status: 'FAILED', createdAt: new Date(Date.now() - 7_200_000) });
  const failed = await hook.deliver({ status: 'FAILED', failure: 'HTTP 500', attempts: 20 });
  const delivered = await hook.deliver({ status: 'DELIVERED', attempts: 1 });
  const args = ['webhook', 'replay', `${hook.id}`, '--since', '1h'];
  expect(await answerOf(...args, '--dry-run')).toEqual({ deliveries: 2, webhooks: 1 });
  expect(await answerOf(...args, '--failed', '--dry-run')).toEqual({ deliveries: 1, webhooks: 1 });
  const statuses = async () =>
    Object.fromEntries(
      (await system.db.webhookDelivery.findMany({ where: { webhookId: hook.id } })).map((one) => [
        one.id,
        one.status,
      ]),
    );
  expect(await statuses()).toEqual({
    [`${old.id}`]: 'FAILED',
    [`${failed.id}`]: 'FAILED',
    [`${delivered.id}`]: 'DELIVERED',
  });
  expect(await answerOf(...args)).toEqual({ deliveries: 2, webhooks: 1 });
  expect(await statuses()).toEqual({
    [`${old.id}`]: 'FAILED',
    [`${failed.id}`]: 'PENDING',
    [`${delivered.id}`]: 'PENDING',
  });
  const { webhooks } = await answerOf('webhook', 'list', '--seat', `${hook.seatId}`);
  expect(webhooks).toEqual([
    expect.objectContaining({
      webhookId: hook.id,
      pending: 2,
      failed: 1,
      delivered: 0,
      lastFailure: 'HTTP 500',
    }),
  ]);
  expect(JSON.stringify(webhooks)).not.toContain('sealed');
});

test('webhook replay refuses a disabled or unknown webhook, and an invalid time', async () => {
  const { id } = await createWebhook('DISABLED');
  expect((await cli('webhook', 'replay', `${id}`, '--since', '1h')).stderr).toContain(
    'The webhook is disabled',
  );
  expect((await cli('webhook', 'replay', '999999', '--since', '1h')).code).toBe(1);
  expect((await cli('webhook', 'replay', `${id}`, '--since', 'yesterday')).code).toBe(2);
});

test('line why reports what blocks a line, and the data behind it', async () => {
  const { seatId } = await createSeat(system);
  const { lineId, adId } = await createAd(system, {
    seatId,
    advertiserId: await createAdvertiser(system, seatId),
  });
  await system.db.line.update({ where: { id: lineId }, data: { status: 'ACTIVE' } });
  const [start, end] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')];
  await system.db.lineSchedule.create({ data: { lineId, startDate: start, endDate: end, budget: 50 } });
  const why = await answerOf('line', 'why', `${lineId}`);
  expect(why).toMatchObject({
    ...{ line: lineId, seat: seatId, status: 'ACTIVE', deliveryStatus: 'ENDED', locations: 0 },
    flights: [{ startDate: start.toISOString(), endDate: end.toISOString(), budget: 50, spent: '0.000000' }],
    ads: [{ ad: adId }],
  });
  expect(why.blockers.map(({ code }: { code: string }) => code)).toEqual(
    expect.arrayContaining(['FLIGHTS_ENDED', 'NO_GEOGRAPHY']),
  );
  const { stdout } = await cli('line', 'why', `${lineId}`);
  expect(stdout).toContain('code: FLIGHTS_ENDED');
  expect((await cli('line', 'why', '999999')).code).toBe(1);
});

test('request show finds a request and all its lines, also past what a killed process left half written', async () => {
  const dir = join(system.config.dataDir, 'requests');
  mkdirSync(dir, { recursive: true });
  const access = {
    level: 30,
    time: 1_780_000_000_000,
    requestId: 'r-1',
    method: 'POST',
    path: '/graphql',
    status: 200,
    ms: 3.1,
    address: '192.0.2.1',
    client: 'c',
    user: 2,
    seat: 3,
    operation: 'Lines',
    cost: 12,
  };
  const failure = { level: 50, time: 1_779_999_999_999, requestId: 'r-1', msg: 'request failed' };
  const lines = (...all: object[]) => gzipSync(all.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const file = join(dir, '2026-05-28T00-00-00.000Z-1.ndjson.gz');
  writeFileSync(file, lines({ requestId: 'r-0' }, failure));
  appendFileSync(file, lines(access));
  appendFileSync(file, lines({ requestId: 'r-2', method: 'GET' }).subarray(0, 20));
  expect(await answerOf('request', 'show', 'r-1')).toEqual({
    ...{
      requestId: 'r-1',
      at: new Date(access.time).toISOString(),
      client: 'c',
      user: 2,
      seat: 3,
      address: '192.0.2.1',
    },
    ...{ method: 'POST', path: '/graphql', operation: 'Lines', status: 200, cost: 12, ms: 3.1 },
    lines: [failure, access],
  });
  const log = join(system.config.dataDir, 'service.log');
  writeFileSync(log, `api-1  | ${JSON.stringify(access)}\nnot JSON\n`);
  expect(await answerOf('request', 'show', 'r-1', '--log', log)).toMatchObject({
    client: 'c',
    lines: [access],
  });
  const unknown = await cli('request', 'show', 'r-9');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('No request r-9 was found.')]);
});

test('top sums clients and seats of all processes, and shares the CPU time of each among its calls', async () => {
  const processes = [new Usage(system.pool), new Usage(system.pool)];
  for (const usage of processes) {
    usage.count({ status: 200, ms: 90, client: 'busy', seat: 7, cost: 100 });
    usage.count({ status: 503, ms: 1, client: 'busy', seat: 7 });
    usage.count({ status: 429, ms: 1, client: 'idle', seat: 8, cost: 1 });
    await usage.store();
  }
  const { clients, seats } = await answerOf('top');
  expect(clients).toMatchObject([
    { client: 'busy', seat: 7, requests: 4, errors: 2, refused: 0, points: 200 },
    { client: 'idle', seat: 8, requests: 2, errors: 0, refused: 2, points: 2 },
  ]);
  expect(clients[0].cpuMs).toBeGreaterThanOrEqual(clients[1].cpuMs);
  expect(seats).toMatchObject([
    { seat: 7, requests: 4 },
    { seat: 8, requests: 2 },
  ]);
  expect((await answerOf('top', '--by', 'refused', '--limit', '1')).clients).toMatchObject([
    { client: 'idle' },
  ]);
  expect((await cli('top', '--by', 'luck')).code).toBe(2);
});
