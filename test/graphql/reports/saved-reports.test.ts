import { Temporal } from 'temporal-polyfill';
import { expect, test, vi } from 'vitest';
import { grantUser } from '../../../src/domain/access/tenancy/grant-user.ts';
import { takeReport } from '../../../src/domain/reporting/report/queue.ts';
import { makeDueReports, runsAt } from '../../../src/domain/reporting/saved-report/make-due.ts';
import { nextSlot } from '../../../src/domain/reporting/saved-report/schedule.ts';
import { reportingService } from '../../rest/reporting/support.ts';
import { tokenFor } from '../../support/actors.ts';

vi.setConfig({ testTimeout: 60_000 });

const service = await reportingService({ worker: false });
const { system } = service;
const client = await service.client();
const { ids } = await service.advertiser(client, { timezone: 'America/New_York' });
const report = {
  dateTypeId: 2,
  intervalTypeId: 1,
  reportOption: { metricTypeIds: [1], dimensionTypeIds: [4], advertiserIds: [String(ids.advertiserId)] },
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

test('a report can be saved, listed, renamed and deleted by its own seat only', async () => {
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

test('a schedule creates one report per closed day, whichever process checks and however often', async () => {
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

test('a schedule with a day and an hour runs then, once, and says when it runs next', async () => {
  const owner = await service.client();
  const { ids } = await service.advertiser(owner, { timezone: 'Europe/Paris' });
  await service.load([{ ...ids, hour: '2026-05-10T23:00:00Z' }]);
  const saved = await system.db.savedReport.create({
    data: { seatId: owner.seatId, userId: owner.userId, name: 'On Mondays', payload: report },
  });
  const set = async (input: object) => {
    const { data } = await send(
      `mutation ($input: ScheduleReportInput!) { scheduleReport(input: $input) {
        ... on ScheduleReportPayload { savedReport { schedule weekday hour timezone } } ${REFUSAL} } }`,
      { input: { savedReportId: `SavedReport:${saved.id}`, ...input } },
      owner,
    );
    return data.scheduleReport;
  };
  const refused = await set({ every: 'DAILY', weekday: 'FRIDAY', timezone: 'Europe/Paris' });
  expect(refused.issues.map(({ message }: { message: string }) => message).sort()).toEqual([
    'timezone requires hour',
    'weekday requires every to be WEEKLY',
    'weekday requires hour',
  ]);
  expect(await set({ every: 'WEEKLY', hour: 8, timezone: 'Europe/Paris' })).toEqual({
    savedReport: { schedule: 'WEEKLY', weekday: 'MONDAY', hour: 8, timezone: 'Europe/Paris' },
  });
  const row = async () => system.db.savedReport.findUniqueOrThrow({ where: { id: saved.id } });
  const at = (text: string) => makeDueReports({ ...system, now: () => new Date(text) });
  const isMade = async () => (await row()).lastReport !== null;
  // The Monday that has passed is not made up for.
  await at(new Date().toISOString());
  expect(await isMade()).toBe(false);
  // Sunday's books are not closed at 8:00 of the Monday before.
  await system.db.savedReport.update({ where: { id: saved.id }, data: { lastDay: new Date('2026-05-03') } });
  await at('2026-05-11T05:59:00Z');
  expect(await isMade()).toBe(false);
  await at('2026-05-11T06:00:00Z');
  expect(await isMade()).toBe(true);
  const { lastReport } = await row();
  await at('2026-05-17T23:00:00Z');
  expect((await row()).lastReport).toBe(lastReport);
  const next = nextSlot(await row(), Temporal.Instant.from('2026-05-11T06:00:00Z'));
  expect(next?.toInstant().toString()).toBe('2026-05-18T06:00:00Z');

  // Whoever set it has left: that is said, and it goes on when somebody else sets it.
  await system.db.seatMember.deleteMany({ where: { userId: owner.userId } });
  await at('2026-05-18T06:00:00Z');
  expect((await row()).failure).toMatch(/does not belong to the seat any more/);
  await system.db.savedReport.delete({ where: { id: saved.id } });
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

test('a seat has at most 100 schedules, however many calls come at once; the 101st is refused with the number', async () => {
  const [owner, stranger] = [await service.client(), await service.client()];
  await service.advertiser(owner);
  const saveAs = (name: string, as = owner) =>
    system.db.savedReport.create({
      data: { seatId: as.seatId, userId: as.userId, name, payload: report },
    });
  const scheduleAs = async (id: number, every: string, as = owner) => {
    const { data } = await send(
      `mutation ($input: ScheduleReportInput!) { scheduleReport(input: $input) { __typename ${REFUSAL} } }`,
      { input: { savedReportId: `SavedReport:${id}`, every } },
      as,
    );
    return data.scheduleReport;
  };
  const saved = [];
  for (let n = 0; n < 110; n += 1) saved.push(await saveAs(`Report ${n}`));
  const first = saved.slice(0, 95).map(({ id }) => id);
  await system.db.savedReport.updateMany({ where: { id: { in: first } }, data: { every: 'WEEKLY' } });

  const left = saved.slice(95);
  const answers = await Promise.all(
    left.map(({ id }, at) => scheduleAs(id, at % 2 === 0 ? 'DAILY' : 'WEEKLY')),
  );
  const refused = answers.filter(({ __typename }) => __typename !== 'ScheduleReportPayload');
  expect(refused).toHaveLength(10);
  for (const refusal of refused)
    expect(refusal).toMatchObject({
      __typename: 'ValidationError',
      issues: [
        {
          path: 'every',
          message:
            'every must be NEVER: 100 saved reports of the seat have a schedule, and at most 100 can have one',
        },
      ],
    });
  const scheduled = { seatId: owner.seatId, every: { not: 'NEVER' } };
  expect(await system.db.savedReport.count({ where: scheduled })).toBe(100);

  // One that has a schedule may change it, another seat has its own, and one that gives it up makes room.
  expect((await scheduleAs(first[0] ?? 0, 'DAILY')).__typename).toBe('ScheduleReportPayload');
  const other = await saveAs('Theirs', stranger);
  expect((await scheduleAs(other.id, 'DAILY', stranger)).__typename).toBe('ScheduleReportPayload');
  const { id: waiting } = left[answers.indexOf(refused[0])] ?? { id: 0 };
  expect((await scheduleAs(waiting, 'NEVER')).__typename).toBe('ScheduleReportPayload');
  expect((await scheduleAs(first[1] ?? 0, 'NEVER')).__typename).toBe('ScheduleReportPayload');
  expect((await scheduleAs(waiting, 'DAILY')).__typename).toBe('ScheduleReportPayload');
  expect(await system.db.savedReport.count({ where: scheduled })).toBe(100);
  await system.db.savedReport.updateMany({ where: scheduled, data: { every: 'NEVER' } });
});

test('the runs of a seat are spread over six hours after its books close, each at the same minute every day', async () => {
  const day = Temporal.PlainDate.from('2026-03-07');
  const minuteOf = (id: number, after = 0, timezones = ['America/New_York']) => {
    const date = day.add({ days: after });
    const at = runsAt({ id, day: date, timezones }).toZonedDateTimeISO('America/New_York');
    expect(at.toPlainDate().toString()).toBe(date.add({ days: 1 }).toString());
    return at.hour * 60 + at.minute;
  };
  for (const begin of [1, 500, 123_456_789]) {
    const minutes = Array.from({ length: 100 }, (_, n) => minuteOf(begin + n));
    expect(Math.min(...minutes)).toBeGreaterThanOrEqual(6 * 60);
    // The clocks go forward on this day, so that six hours end an hour later.
    expect(Math.max(...minutes)).toBeLessThan(13 * 60);
    expect(new Set(minutes).size).toBe(100);
    for (let hour = 7; hour < 13; hour += 1) {
      const inHour = minutes.filter((minute) => Math.floor(minute / 60) === hour).length;
      expect([hour, inHour >= 14 && inHour <= 20]).toEqual([hour, true]);
    }
  }
  for (const after of [1, 2, 30]) expect(minuteOf(7, after)).toBe(minuteOf(7, 1));
  expect(minuteOf(7, 1, ['Europe/Paris', 'America/New_York', 'UTC'])).toBe(minuteOf(7, 1));
});

test('a scheduled report is made at its minute and not before, though its day has closed', async () => {
  const owner = await service.client();
  const { ids } = await service.advertiser(owner, { timezone: 'America/New_York' });
  const payload = {
    ...report,
    reportOption: { metricTypeIds: [1], dimensionTypeIds: [4], accountIds: [String(ids.advertiserId)] },
  };
  const due = new Map<number, string>();
  for (let n = 0; n < 8; n += 1) {
    const data = { seatId: owner.seatId, userId: owner.userId, name: `Spread ${n}`, payload, every: 'DAILY' };
    const { id } = await system.db.savedReport.create({ data });
    const options = { id, day: Temporal.PlainDate.from('2026-04-09'), timezones: ['America/New_York'] };
    due.set(id, runsAt(options).toString());
  }
  await service.load([{ ...ids, hour: '2026-04-10T03:00:00Z' }]);
  for (const at of [...due.values()].sort()) {
    await makeDueReports({ ...system, now: () => new Date(Date.parse(at) - 1000) });
    const made = () =>
      system.db.savedReport.findMany({ where: { seatId: owner.seatId, lastReport: { not: null } } });
    const before = [...due.values()].filter((other) => other < at).length;
    expect((await made()).length).toBe(before);
    await makeDueReports({ ...system, now: () => new Date(at) });
    expect((await made()).length).toBe(before + 1);
  }
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
  const history = await send('query ($id: ID!) { webhook(id: $id) { deliveries { nodes { payload } } } }', {
    id: webhook.id,
  });
  expect(history.data.webhook.deliveries.nodes).toMatchObject([
    { payload: { data: { customerReportId: id.split(':')[1], status: 'FAILED', errorMsg: 'Cancelled.' } } },
  ]);
  expect(data.cancelReport.report).toEqual({ status: 'FAILED', errorMsg: 'Cancelled.' });
  expect(await takeReport(system)).toBeNull();
  expect((await send(cancel, { id })).data.cancelReport.code).toBe('CONFLICT');
  const remove = 'mutation ($id: ID!) { deleteReport(input: {id: $id}) { __typename } }';
  expect((await send(remove, { id })).data.deleteReport.__typename).toBe('DeleteReportPayload');
  expect((await send('query ($id: ID!) { report(id: $id) { id } }', { id })).data.report).toBeNull();
});
