import { beforeEach, describe, expect, test } from 'vitest';
import { createReport } from '../../../../src/domain/reporting/report/create.ts';
import {
  failReport,
  finishReport,
  isAnotherSeatWaiting,
  releaseReport,
  renewLease,
  returnReport,
  type TakenReport,
  takeReport,
} from '../../../../src/domain/reporting/report/queue.ts';
import { runReport } from '../../../../src/domain/reporting/report/run.ts';
import { EngineError, EngineLimitError } from '../../../../src/warehouse/engine.ts';
import { fileReports } from '../../../../src/warehouse/report-writer.ts';
import { reportingService } from '../../../rest/reporting/support.ts';
import { contextOf } from '../../../support/actors.ts';

const service = await reportingService({ worker: false });
const { system, warehouse } = service;
const { pool } = system;
const file = { fileName: 'reports/x.csv', fileBytes: 1, numRows: 0 };
const input = { dateTypeId: 10, intervalTypeId: 1, reportOption: { metricTypeIds: [1] } };

const queue = async (count: number) => {
  const client = await service.client();
  const ctx = await contextOf(system, client);
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await createReport({ ctx, input })).customerReportId);
  return { client, ids };
};
const take = async (): Promise<TakenReport> => {
  const taken = await takeReport(system);
  if (!taken) throw new Error('the queue is empty');
  return taken;
};
const loseLease = () =>
  pool.query("UPDATE report SET lease_until = now() - interval '1 s' WHERE status = 'PROCESSING'");
const state = (customerReportId: string) =>
  system.db.report.findUniqueOrThrow({ where: { customerReportId } });

beforeEach(() => pool.query('DELETE FROM report'));

describe('the queue of reports', () => {
  test('a seat with many reports does not hold up another', async () => {
    const many = await queue(5);
    const one = await queue(1);
    expect([(await take()).customerReportId, (await take()).customerReportId]).toEqual([
      many.ids[0],
      one.ids[0],
    ]);
  });

  test('reports of a seat that is held stay in the queue, and make no room', async () => {
    const first = await queue(1);
    const second = await queue(1);
    const held = [(await contextOf(system, first.client)).seatId];
    expect((await takeReport(system, held))?.customerReportId).toBe(second.ids[0]);
    expect(await takeReport(system, held)).toBeNull();
    const seatId = (await contextOf(system, second.client)).seatId;
    expect(await isAnotherSeatWaiting(system, seatId)).toBe(true);
    expect(await isAnotherSeatWaiting(system, seatId, held)).toBe(false);
    expect((await take()).customerReportId).toBe(first.ids[0]);
  });

  test('workers that ask at once never get the same report', async () => {
    await queue(12);
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeReport(system)));
    const ids = taken.flatMap((one) => one?.customerReportId ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (let next = await takeReport(system); next; next = await takeReport(system))
      ids.push(next.customerReportId);
    expect(new Set(ids).size).toBe(12);
  });

  test('a lost lease is taken over, and the first file that is committed wins', async () => {
    const { ids } = await queue(1);
    const first = await take();
    expect(await takeReport(system)).toBeNull();
    await loseLease();
    const second = await take();
    expect(await renewLease(system, first, 50)).toBe(false);
    expect(await finishReport(system, first, file)).toBe(false);
    expect(await finishReport(system, second, { ...file, fileName: 'reports/second.csv' })).toBe(true);
    expect(await finishReport(system, second, file)).toBe(false);
    await failReport(system, second, 'too late');
    expect(await state(ids[0] ?? '')).toMatchObject({
      status: 'SUCCESS',
      fileName: 'reports/second.csv',
      errorMsg: null,
    });
  });

  test('after three lost tries a report is FAILED with a reason', async () => {
    const { ids } = await queue(1);
    for (let time = 0; time < 3; time += 1) {
      await take();
      await loseLease();
    }
    expect(await takeReport(system)).toBeNull();
    expect(await state(ids[0] ?? '')).toMatchObject({
      status: 'FAILED',
      errorMsg: expect.stringContaining('three attempts'),
    });
  });

  test('a report that a stopping worker hands back has lost no try', async () => {
    const { ids } = await queue(1);
    for (let time = 0; time < 5; time += 1) await returnReport(system, await take());
    expect(await state(ids[0] ?? '')).toMatchObject({ status: 'PROCESSING', attempts: 0 });
    expect((await take()).customerReportId).toBe(ids[0]);
  });

  test('an engine that breaks costs a try and leaves no file; the next one succeeds', async () => {
    const { client, ids } = await queue(1);
    const { ids: facts } = await service.advertiser(client);
    await service.load([{ ...facts, impressions: 6 }]);
    const engine = { ...warehouse.engine, run: () => Promise.reject(new EngineError('gone')) };
    const broken = { ...warehouse, reports: fileReports({ ...warehouse, engine }) };
    await runReport(system, broken, await take());
    expect(await state(ids[0] ?? '')).toMatchObject({ status: 'PROCESSING', attempts: 1, errorMsg: null });
    await loseLease();
    await runReport(system, warehouse, await take());
    expect(await state(ids[0] ?? '')).toMatchObject({ status: 'SUCCESS', attempts: 2, numRows: 1n });
    expect(await warehouse.files.list('drafts')).toEqual([]);
  });

  test.each([
    ['takes longer than the engine may', new EngineLimitError('The report took longer than 600 s.')],
    ['was stored before its payload had a limit', undefined],
  ])('a report that %s is FAILED at its first try, and says why', async (_why, error) => {
    const { ids } = await queue(1);
    let having: object = { type: 'lessThan', metricTypeId: 1, value: 1 };
    for (let level = 1; level < 20; level += 1) having = { type: 'not', havingSpecs: [having] };
    if (!error)
      await pool.query(`UPDATE report SET payload = jsonb_set(payload, '{reportOption,having}', $1)`, [
        JSON.stringify(having),
      ]);
    const run = () => (error ? Promise.reject(error) : Promise.resolve([{ Count: 0 }]));
    const engine = { ...warehouse.engine, run };
    await runReport(system, { ...warehouse, reports: fileReports({ ...warehouse, engine }) }, await take());
    expect(await state(ids[0] ?? '')).toMatchObject({
      status: 'FAILED',
      attempts: 1,
      errorMsg: expect.stringContaining(error?.message ?? 'is nested more than 5 levels deep'),
    });
  });

  test('an attempt that finishes second removes its own file', async () => {
    const { ids } = await queue(1);
    const slow = await take();
    await loseLease();
    await runReport(system, warehouse, await take());
    await runReport(system, warehouse, slow);
    expect(await warehouse.files.list(`reports/${ids[0]}`)).toHaveLength(1);
  });

  test('begins and ends by the clock of the service, not by that of the database', async () => {
    const { ids } = await queue(2);
    system.advance(30 * 86_400);
    const now = system.now().getTime();
    const [finished, failed] = [await take(), await take()];
    await finishReport(system, finished, file);
    await failReport(system, failed, 'too large');
    const rows = await Promise.all(ids.map(state));
    system.advance(-30 * 86_400);
    for (const { startedAt, finishedAt } of rows)
      for (const at of [startedAt, finishedAt])
        expect(Math.abs((at?.getTime() ?? 0) - now)).toBeLessThan(10_000);
  });

  test('a released third try is the last', async () => {
    const { ids } = await queue(1);
    for (let time = 0; time < 3; time += 1) {
      await releaseReport(system, await take());
      await loseLease();
    }
    expect((await state(ids[0] ?? '')).status).toBe('FAILED');
  });
});
