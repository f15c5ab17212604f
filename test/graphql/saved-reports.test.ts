import { expect, test, vi } from 'vitest';
import { takeReport } from '../../src/domain/report/queue.ts';
import { makeDueReports } from '../../src/domain/saved-report/make-due.ts';
import { grantUser } from '../../src/domain/tenancy/grant-user.ts';
import { reportingService } from '../rest/reporting/support.ts';
import { tokenFor } from '../support/actors.ts';

vi.setConfig({ testTimeout: 60_000 });

const service = await reportingService({ worker: false });
const { system } = service;
const client = await service.client();
const { ids } = await service.advertiser(client, { timezone: 'America/New_York' });
const report = {
  dateTypeId: 2,
  intervalTypeId: 1,
  reportOption: { metricTypeIds: [1], dimensionTypeIds: [4], accountIds: [String(ids.advertiserId)] },
};

async function send(query: string, variables: object = {}, as = client) {
  const response = await service.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${await tokenFor(system, as)}` },
    payload: { query, variables },
  });
  return response.json();
}
const SAVED = 'savedReport { id name schedule report lastReport { id status } }';
const REFUSAL = '... on Error { message code } ... on ValidationError { issues { path message } }';

async function save(name = 'Daily spend'): Promise<string> {
  const { data } = await send(
    `mutation ($input: SaveReportInput!) { saveReport(input: $input) { ... on SaveReportPayload { ${SAVED} } ${REFUSAL} } }`,
    { input: { name, report } },
  );
  return data.saveReport.savedReport.id;
}
const schedule = (savedReportId: string, every: string) =>
  send(
    `mutation ($input: ScheduleReportInput!) { scheduleReport(input: $input) { ... on ScheduleReportPayload { ${SAVED} } ${REFUSAL} } }`,
    { input: { savedReportId, every } },
  );

test('a report is saved, listed, renamed and deleted, by its own seat only', async () => {
  const id = await save();
  const stranger = await service.client();
  const list = '{ savedReports { nodes { id name report schedule } totalCount } }';
  const { data } = await send(list);
  expect(data.savedReports.nodes).toContainEqual({
    id,
    name: 'Daily spend',
    report: expect.objectContaining({ dateTypeId: 2 }),
    schedule: 'NEVER',
  });
  expect((await send(list, {}, stranger)).data.savedReports.totalCount).toBe(0);
  const update = `mutation ($input: UpdateSavedReportInput!) { updateSavedReport(input: $input) {
    ... on UpdateSavedReportPayload { ${SAVED} changes { path before after } } ${REFUSAL} } }`;
  const renamed = await send(update, { input: { id, name: 'Spend' } });
  expect(renamed.data.updateSavedReport).toMatchObject({
    savedReport: { name: 'Spend' },
    changes: [{ path: 'name', before: 'Daily spend', after: 'Spend' }],
  });
  const foreign = await send(update, { input: { id, name: 'Theirs' } }, stranger);
  expect(foreign.data.updateSavedReport).toEqual({ message: 'Saved report not found.', code: 'NOT_FOUND' });
  const gone = `mutation ($input: DeleteSavedReportInput!) { deleteSavedReport(input: $input) { __typename } }`;
  expect((await send(gone, { input: { id } })).data.deleteSavedReport.__typename).toBe(
    'DeleteSavedReportPayload',
  );
  expect((await send(gone, { input: { id } })).data.deleteSavedReport.__typename).toBe('NotFoundError');
});

test('all problems of a payload are named with their paths', async () => {
  const { data } = await send(
    `mutation ($input: SaveReportInput!) { saveReport(input: $input) { ${REFUSAL} } }`,
    {
      input: {
        name: ' ',
        report: { dateTypeId: 99, intervalTypeId: 1, reportOption: { metricTypeIds: [1] } },
      },
    },
  );
  expect(data.saveReport.issues.map(({ path }: { path: string }) => path)).toEqual([
    'name',
    'report.dateTypeId',
  ]);
});

test('a schedule makes one report for each day that is closed, whoever looks and however often', async () => {
  const id = await save('Scheduled');
  expect((await schedule(id, 'DAILY')).data.scheduleReport.savedReport.schedule).toBe('DAILY');
  const at = (text: string) => ({ ...system, now: () => new Date(text) });
  // 23:00 of the 9th in New York: the 8th is over, but has no facts yet.
  expect(await makeDueReports(at('2026-03-10T03:00:00Z'))).toBe(0);
  await service.load([{ ...ids, hour: '2026-03-09T03:00:00Z' }]);
  const both = await Promise.all([
    makeDueReports(at('2026-03-09T18:00:00Z')),
    makeDueReports(at('2026-03-09T18:00:00Z')),
  ]);
  expect(both[0] + both[1]).toBe(1);
  expect(await makeDueReports(at('2026-03-09T23:00:00Z'))).toBe(0);
  const { data, errors } = await send(
    '{ savedReports(filter: {query: "Scheduled"}) { nodes { lastReport { status } } } }',
  );
  expect(errors).toBeUndefined();
  expect(data.savedReports.nodes).toEqual([{ lastReport: { status: 'SUBMITTED' } }]);
  await schedule(id, 'NEVER');
  expect(await makeDueReports(at('2026-03-20T23:00:00Z'))).toBe(0);
});

test('a schedule reads the seats of the user who set its payload or its times, not those of another', async () => {
  const owner = await service.client();
  const { seatId: other } = await service.client();
  await grantUser({ system, userId: owner.userId, seatId: other, role: 'ADMIN' });
  const editor = await service.client({ seatId: owner.seatId, role: 'EDITOR' });
  const { ids } = await service.advertiser(owner, { timezone: 'Etc/UTC' });
  await service.load([{ ...ids, hour: '2026-03-10T03:00:00Z' }]);
  const bothSeats = [{ id: String(owner.seatId) }, { id: String(other) }];
  const seats = { dimensionTypeId: 56, includeValues: bothSeats };
  const wide = {
    dateTypeId: 2,
    intervalTypeId: 1,
    reportOption: { metricTypeIds: [1], filterOptions: [seats] },
  };
  const saved = async (payload: object) => {
    const { data } = await send(
      `mutation ($input: SaveReportInput!) { saveReport(input: $input) { ... on SaveReportPayload { savedReport { id } } } }`,
      { input: { name: 'Of the seat', report: payload } },
      owner,
    );
    return data.saveReport.savedReport.id as string;
  };
  const update = (input: object, as: typeof client) =>
    send(
      `mutation ($input: UpdateSavedReportInput!) { updateSavedReport(input: $input) { __typename } }`,
      { input },
      as,
    );
  const times = (savedReportId: string, as: typeof client) =>
    send(
      `mutation ($input: ScheduleReportInput!) { scheduleReport(input: $input) { __typename } }`,
      { input: { savedReportId, every: 'DAILY' } },
      as,
    );
  const seatsRead = async (id: string) => {
    await makeDueReports({ ...system, now: () => new Date('2026-03-10T18:00:00Z') });
    const { rows } = await system.pool.query(
      `SELECT report.seat_ids, report.user_id FROM report JOIN saved_report saved ON last_report = customer_report_id
       WHERE saved.id = $1`,
      [Number(id.split(':').at(-1))],
    );
    return rows;
  };

  const payloadOfAnother = await saved(report);
  await times(payloadOfAnother, owner);
  await update({ id: payloadOfAnother, report: wide }, editor);
  const timesOfAnother = await saved(wide);
  await times(timesOfAnother, editor);
  const renamed = await saved(wide);
  await times(renamed, owner);
  await update({ id: renamed, name: 'Renamed' }, editor);
  const asEditor = [{ seat_ids: [owner.seatId], user_id: editor.userId }];
  expect(await seatsRead(payloadOfAnother)).toEqual(asEditor);
  expect(await seatsRead(timesOfAnother)).toEqual(asEditor);
  expect(await seatsRead(renamed)).toEqual([{ seat_ids: [owner.seatId, other], user_id: owner.userId }]);
});

test('a cancelled report is FAILED, says so, and takes no more work', async () => {
  const made = await send(
    'mutation ($input: CreateReportInput!) { createReport(input: $input) { ... on CreateReportPayload { report { id } } } }',
    { input: report },
  );
  const { id } = made.data.createReport.report;
  await system.pool.query(`UPDATE report SET status = 'FAILED' WHERE customer_report_id <> $1`, [
    id.split(':')[1],
  ]);
  const cancel = `mutation ($id: ID!) { cancelReport(input: {id: $id}) {
    ... on CancelReportPayload { report { status errorMsg } } ${REFUSAL} } }`;
  const stranger = await service.client();
  expect((await send(cancel, { id }, stranger)).data.cancelReport.code).toBe('NOT_FOUND');
  const { webhook } = (
    await send(`mutation { createWebhook(input: {url: "https://example.com/hook", events: [REPORT_FAILED]}) {
      ... on CreateWebhookPayload { webhook { id } } } }`)
  ).data.createWebhook;
  const { data } = await send(cancel, { id });
  const told = await send('query ($id: ID!) { webhook(id: $id) { deliveries { nodes { payload } } } }', {
    id: webhook.id,
  });
  expect(told.data.webhook.deliveries.nodes).toMatchObject([
    { payload: { data: { customerReportId: id.split(':')[1], status: 'FAILED', errorMsg: 'Cancelled.' } } },
  ]);
  expect(data.cancelReport.report).toEqual({ status: 'FAILED', errorMsg: 'Cancelled.' });
  expect(await takeReport(system)).toBeNull();
  expect((await send(cancel, { id })).data.cancelReport.code).toBe('CONFLICT');
  const remove = 'mutation ($id: ID!) { deleteReport(input: {id: $id}) { __typename } }';
  expect((await send(remove, { id })).data.deleteReport.__typename).toBe('DeleteReportPayload');
  expect((await send('query ($id: ID!) { report(id: $id) { id } }', { id })).data.report).toBeNull();
});
