import { expect, test } from 'vitest';
import { grantUser } from '../../../../src/domain/access/tenancy/grant-user.ts';
import { NotFoundError } from '../../../../src/domain/errors.ts';
import { createReport } from '../../../../src/domain/reporting/report/create.ts';
import { finishReport, renewLease, takeReport } from '../../../../src/domain/reporting/report/queue.ts';
import { watchReport } from '../../../../src/domain/reporting/report/watch.ts';
import { reportingService } from '../../../rest/reporting/support.ts';
import { contextOf } from '../../../support/actors.ts';

const { system, client: makeClient } = await reportingService({ worker: false });
const ctx = await contextOf(system, await makeClient());
const input = { dateTypeId: 10, intervalTypeId: 1, reportOption: { metricTypeIds: [1] } };
const file = { fileName: 'reports/x.csv', fileBytes: 1, numRows: 0 };

async function submitted() {
  const { customerReportId } = await createReport({ ctx, input });
  const take = async () => {
    const taken = await takeReport(system);
    if (!taken) throw new Error('the queue is empty');
    return taken;
  };
  return { customerReportId, take };
}

test('a reader that pauses receives every state, in order, when it resumes', async () => {
  const { customerReportId, take } = await submitted();
  const reports = watchReport({ ctx, customerReportId });
  expect((await reports.next()).value).toMatchObject({ status: 'SUBMITTED' });
  const taken = await take();
  for (let percent = 1; percent <= 100; percent += 1) await renewLease(system, taken, percent);
  await finishReport(system, taken, file);
  const rest: string[] = [];
  for await (const { status } of reports) rest.push(status);
  // Progress that was read just before it finished may be sent in between.
  expect([...new Set(rest)]).toEqual(['PROCESSING', 'SUCCESS']);
  expect(rest.at(-1)).toBe('SUCCESS');
  expect(rest.length).toBeLessThan(10);
});

test('progress is sent as it grows', async () => {
  const { customerReportId, take } = await submitted();
  const taken = await take();
  const reports = watchReport({ ctx, customerReportId });
  expect((await reports.next()).value).toMatchObject({ status: 'PROCESSING', progress: 0 });
  const next = reports.next();
  await renewLease(system, taken, 40);
  expect((await next).value).toMatchObject({ status: 'PROCESSING', progress: 40 });
  await reports.return(undefined);
});

test('a reader that leaves while it waits is let go, and nothing listens for it any more', async () => {
  const { customerReportId, take } = await submitted();
  for (let cycle = 0; cycle < 40; cycle += 1) {
    const reports = watchReport({ ctx, customerReportId });
    await reports.next();
    const waiting = reports.next();
    await reports.return(undefined);
    expect(await waiting).toEqual({ done: true, value: undefined });
  }
  const { rows } = await system.pool.query(
    "SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
  );
  expect(rows[0].open).toBeLessThanOrEqual(1);
  await take();
});

test('a report of another seat is not found', async () => {
  const { customerReportId } = await submitted();
  const other = await contextOf(system, await makeClient());
  await expect(watchReport({ ctx: other, customerReportId }).next()).rejects.toThrow(NotFoundError);
});

test('a report of several seats is sent to its creator only, also while the creator follows it', async () => {
  const [maker, elsewhere] = [await makeClient(), await makeClient()];
  await grantUser({ system, userId: maker.userId, seatId: elsewhere.seatId, role: 'VIEWER' });
  const neighbour = await makeClient({ seatId: maker.seatId });
  const includeValues = [maker, elsewhere].map(({ seatId }) => ({ id: String(seatId) }));
  const filterOptions = [{ dimensionTypeId: 56, includeValues }];
  const { customerReportId } = await createReport({
    ctx: await contextOf(system, maker),
    input: { ...input, reportOption: { metricTypeIds: [1], filterOptions } },
  });
  const followed = watchReport({ ctx: await contextOf(system, maker), customerReportId });
  expect((await followed.next()).value).toMatchObject({ status: 'SUBMITTED' });
  const overheard = watchReport({ ctx: await contextOf(system, neighbour), customerReportId });
  await expect(overheard.next()).rejects.toBeInstanceOf(NotFoundError);
  await followed.return(undefined);
});
