import { expect, test, vi } from 'vitest';
import { reportingService } from '../../rest/reporting/support.ts';
import type { TestClient } from '../../support/actors.ts';

const service = await reportingService();
const { system, call, settle } = service;
const payload = { dateTypeId: 10, intervalTypeId: 1, reportOption: { metricTypeIds: [1] } };

const create = async (client: TestClient): Promise<string> =>
  (await call(client, 'POST', '/extreport/', payload)).body.customerReportId;
const state = (customerReportId: string) =>
  system.db.report.findUniqueOrThrow({ where: { customerReportId } });
const isRunning = (id: string) =>
  vi.waitFor(async () => expect((await state(id)).attempt).not.toBeNull(), { timeout: 20_000 });

test('a seat that has all workers hands one back when a report of another seat waits', async () => {
  const [many, one] = [await service.client(), await service.client()];
  const lock = await system.pool.connect();
  try {
    // No report gets past its list of files.
    await lock.query('BEGIN; LOCK TABLE fact_file IN ACCESS EXCLUSIVE MODE');
    const ids = [await create(many), await create(many)] as const;
    for (const id of ids) await isRunning(id);
    const other = await create(one);
    await isRunning(other);
    expect(await state(ids[0])).toMatchObject({ status: 'PROCESSING', attempts: 1 });
    expect((await state(ids[0])).attempt).not.toBeNull();
    expect(await state(ids[1])).toMatchObject({ status: 'PROCESSING', attempts: 0, attempt: null });
    await lock.query('ROLLBACK');
    expect((await settle(one, other)).status).toBe('SUCCESS');
    for (const id of ids) expect((await settle(many, id)).status).toBe('SUCCESS');
  } finally {
    lock.release(true);
  }
});
