import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { takeUnits } from '../../../../src/domain/access/quota/bucket.ts';
import { takeCall } from '../../../../src/domain/access/quota/calls.ts';
import { setUserQuota } from '../../../../src/domain/access/quota/set.ts';
import { createWebhook } from '../../../../src/domain/notifications/webhook/create.ts';
import { EVENT_NAMES, SUBSCRIBED_EVENTS } from '../../../../src/domain/notifications/webhook/events.ts';
import { enqueueClosedBooks } from '../../../../src/domain/notifications/webhook/notify/books.ts';
import { enqueuePacing } from '../../../../src/domain/notifications/webhook/notify/pacing.ts';
import { enqueueQuotaWarnings } from '../../../../src/domain/notifications/webhook/notify/quota.ts';
import { noteRefusedEvents } from '../../../../src/domain/notifications/webhook/notify/refusals.ts';
import { markDayClosed } from '../../../../src/domain/reporting/report/books/mark-day-closed.ts';
import { failReport, finishReport, takeReport } from '../../../../src/domain/reporting/report/queue.ts';
import { STORES } from '../../../support/processes/redis.ts';
import { trafficSystem } from '../../../support/seat.ts';

const main = await trafficSystem();
const { system, caller } = main;
const page = readFileSync(join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8');
const examples = new Map(
  [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = '']) => {
    const example = JSON.parse(text);
    return [example.type as string, example];
  }),
);

/** Names and kinds of values: what a reader of the page relies on. A null may stand for anything. */
function shapeOf(value: unknown): unknown {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  // However many items a list has.
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

/** A seat with a webhook for everything. */
async function listening(advertiserIds: number[] = []) {
  const seat = await caller();
  const listen = (ids = advertiserIds) =>
    seat.context().then((ctx) =>
      createWebhook({
        ctx,
        input: {
          url: 'https://hooks.example',
          events: [...SUBSCRIBED_EVENTS],
          ...(ids.length > 0 && { advertiserIds: ids }),
        },
      }),
    );
  const deliveries = async (webhookId?: number) => {
    const rows = await system.db.webhookDelivery.findMany({
      where: { webhook: { seatId: seat.seatId, ...(webhookId && { id: webhookId }) } },
      orderBy: { id: 'asc' },
    });
    return rows.map(({ payload, resource, event }) => {
      const body = JSON.parse(payload);
      expect(body.type).toBe(event);
      expect(Object.keys(body)).toEqual(['type', 'timestamp', 'data']);
      expect(body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(shapeOf(body)).toEqual(shapeOf(examples.get(event)));
      return { resource, ...body };
    });
  };
  return { ...seat, listen, deliveries };
}

test('docs/webhooks.md has an example of each event, and no other', () => {
  expect([...examples.keys()].sort()).toEqual([...EVENT_NAMES].sort());
});

test('a line’s change of status is queued with the change; one that is refused, rolled back or a dry run is not', async () => {
  const seat = await listening();
  const line = await seat.line();
  const { webhook } = await seat.listen();
  const put = (body: object) => seat.put(`/lines/${line.id}`, { orderId: line.campaignId, ...body });
  expect((await put({ status: 'ENDED' })).status).toBe(400);
  expect((await put({ name: 'Renamed' })).status).toBe(200);
  await seat.graphql(
    `mutation { updateLine(input: {id: ${line.id}, status: INACTIVE}, validateOnly: true) { __typename } }`,
  );
  expect(await seat.deliveries()).toEqual([]);
  expect((await put({ status: 'INACTIVE' })).status).toBe(200);
  await seat.graphql(`mutation { updateLines(inputs: [{id: ${line.id}, status: PAUSED}]) { __typename } }`);
  const common = {
    lineId: line.id,
    orderId: line.campaignId,
    advertiserId: line.advertiserId,
    name: 'Renamed',
  };
  expect(await seat.deliveries(webhook.id)).toMatchObject([
    { resource: `Line:${line.id}`, data: { ...common, previousStatus: 'PAUSED', status: 'INACTIVE' } },
    { resource: `Line:${line.id}`, data: { ...common, previousStatus: 'INACTIVE', status: 'PAUSED' } },
  ]);
});

test('advertiserIds limits the events, and another seat receives none', async () => {
  const seat = await listening();
  const other = await listening();
  await other.listen();
  const [a, b] = [await seat.line(), await seat.line()];
  const { webhook } = await seat.listen([a.advertiserId]);
  for (const line of [a, b])
    await seat.put(`/lines/${line.id}`, { orderId: line.campaignId, status: 'INACTIVE' });
  expect(await seat.deliveries(webhook.id)).toMatchObject([{ data: { lineId: a.id } }]);
  expect(await other.deliveries()).toEqual([]);
});

test('a report that finished or failed is sent once, also one that is given up', async () => {
  const seat = await listening();
  await seat.listen();
  const { userId } = seat.client;
  const make = async () => {
    const { rows } = await system.pool.query(
      `INSERT INTO report (customer_report_id, seat_id, user_id, seat_ids, payload)
       VALUES (gen_random_uuid(), $1, $2, '{}', '{}') RETURNING customer_report_id AS id`,
      [seat.seatId, userId],
    );
    return rows[0].id as string;
  };
  const finished = await make();
  const first = await takeReport(system);
  if (!first) throw new Error('nothing was taken');
  const result = { fileName: 'x', fileBytes: 1, numRows: 3 };
  expect(await finishReport(system, first, result)).toBe(true);
  expect(await finishReport(system, first, result)).toBe(false);
  const failed = await make();
  const second = await takeReport(system);
  if (second) await failReport(system, second, 'Too large.');
  const lost = await make();
  await takeReport(system);
  await system.pool.query(
    `UPDATE report SET attempts = 3, lease_until = now() - interval '1 s' WHERE customer_report_id = $1`,
    [lost],
  );
  await takeReport(system);
  expect(await seat.deliveries()).toMatchObject([
    {
      type: 'report.finished',
      resource: `Report:${finished}`,
      data: { customerReportId: finished, numRows: 3 },
    },
    { type: 'report.failed', data: { customerReportId: failed, errorMsg: 'Too large.' } },
    { type: 'report.failed', data: { customerReportId: lost, status: 'FAILED' } },
  ]);
});

describe('books', () => {
  const factsUntil = (advertiserId: number, lastHour: string) =>
    system.db.factHour.upsert({
      where: { advertiserId },
      create: { advertiserId, lastHour: new Date(lastHour) },
      update: { lastHour: new Date(lastHour) },
    });
  const clock = { at: '', ...system };
  const at = (now: string) => ({ ...clock, now: () => new Date(now) });

  test('are reported as closed six hours after the day, in the advertiser’s time zone, once, in order', async () => {
    const seat = await listening();
    await seat.listen();
    const { id } = await seat.advertiser({ timezone: 'Asia/Tokyo' });
    await system.db.advertiser.update({
      where: { id },
      data: { createdAt: new Date('2026-03-01T00:00:00Z') },
    });
    await factsUntil(id, '2026-03-08T14:00:00Z');
    await enqueueClosedBooks(at('2026-03-08T20:59:59Z'));
    const days = async () => (await seat.deliveries()).map(({ data }) => data.day);
    const before = ['01', '02', '03', '04', '05', '06', '07'].map((day) => `2026-03-${day}`);
    expect(await days()).toEqual(before);
    await Promise.all([1, 2].map(() => enqueueClosedBooks(at('2026-03-08T21:00:00Z'))));
    await enqueueClosedBooks(at('2026-03-09T21:00:00Z'));
    expect(await days()).toEqual([...before, '2026-03-08']);
    await factsUntil(id, '2026-03-10T14:00:00Z');
    await enqueueClosedBooks(at('2026-03-12T00:00:00Z'));
    expect(await days()).toEqual([...before, '2026-03-08', '2026-03-09', '2026-03-10']);
  });

  test('that an operator closed are reported at once, and not again when they would close by themselves', async () => {
    const seat = await listening();
    const { id } = await seat.advertiser({ timezone: 'Etc/UTC' });
    await system.db.advertiser.update({
      where: { id },
      data: { createdAt: new Date('2026-03-08T00:00:00Z') },
    });
    await seat.listen();
    await markDayClosed({ system, advertiserId: id, day: '2026-03-08' });
    await markDayClosed({ system, advertiserId: id, day: '20260308' });
    await factsUntil(id, '2026-03-09T23:00:00Z');
    await enqueueClosedBooks(at('2026-03-10T06:00:00Z'));
    await markDayClosed({ system, advertiserId: id, day: '2026-03-09' });
    expect((await seat.deliveries()).map(({ resource, data }) => [resource, data.day])).toEqual([
      [`Advertiser:${id}`, '2026-03-08'],
      [`Advertiser:${id}`, '2026-03-09'],
    ]);
  });
});

describe.each(STORES)('a quota in %s', async (_store, start) => {
  const system = { ...main.system, redis: await (await start())() };

  test('is reported at 80 %, not before, and once while it remains there', async () => {
    const seat = await listening();
    await seat.listen();
    const { userId } = seat.client;
    await setUserQuota({
      system,
      userId,
      quotas: { getPerMin: 10, getPerHr: 1000, getPerDay: 1000, graphqlPerHr: 50 },
    });
    for (let call = 0; call < 7; call += 1) await takeCall({ system, userId, method: 'GET' });
    await takeUnits({ system, userId, bucket: 'graphql', cost: 39 });
    await enqueueQuotaWarnings(system);
    expect(await seat.deliveries()).toEqual([]);
    await takeCall({ system, userId, method: 'GET' });
    await takeUnits({ system, userId, bucket: 'graphql', cost: 1 });
    await Promise.all([enqueueQuotaWarnings(system), enqueueQuotaWarnings(system)]);
    await enqueueQuotaWarnings(system);
    const deliveries = await seat.deliveries();
    expect(deliveries.map(({ resource, data }) => ({ resource, ...data }))).toEqual([
      {
        resource: `User:${userId}`,
        userId,
        limit: 'GET_PER_MINUTE',
        used: 8,
        allowed: 10,
        windowSeconds: 60,
      },
      {
        resource: `User:${userId}`,
        userId,
        limit: 'GRAPHQL_PER_HOUR',
        used: 40,
        allowed: 50,
        windowSeconds: 3600,
      },
    ]);
    system.advance(3_601);
    await enqueueQuotaWarnings(system);
    expect(await seat.deliveries()).toHaveLength(2);
    for (let call = 0; call < 8; call += 1) await takeCall({ system, userId, method: 'GET' });
    await enqueueQuotaWarnings(system);
    expect(await seat.deliveries()).toHaveLength(3);
  });
});

test('a line that falls behind is reported, once for each change', async () => {
  const seat = await listening();
  await seat.listen();
  const flight = { startDateStr: '2026-03-01T00:00:00Z', endDateStr: '2026-03-11T00:00:00Z', budget: 1000 };
  const line = await seat.line({ schedules: [flight] });
  await seat.geography(line.id);
  await system.db.line.update({ where: { id: line.id }, data: { status: 'ACTIVE' } });
  const at = (now: string) => enqueuePacing({ ...system, now: () => new Date(now) });
  await at('2026-02-28T00:00:00Z');
  expect(await seat.deliveries()).toEqual([]);
  await Promise.all([at('2026-03-06T00:00:00Z'), at('2026-03-06T00:00:00Z')]);
  await at('2026-03-07T00:00:00Z');
  const { id: lineId, campaignId: orderId, advertiserId } = line;
  const rows = await system.db.webhookDelivery.findMany({ where: { webhook: { seatId: seat.seatId } } });
  expect(rows.map(({ resource, payload }) => ({ resource, ...JSON.parse(payload).data }))).toEqual([
    {
      ...{ resource: `Line:${lineId}`, lineId, orderId, advertiserId, name: line.name, previousStatus: null },
      ...{ status: 'BEHIND', budget: '1000.000000', expected: '500.000000', ratio: 0, currency: 'USD' },
      delivered: expect.stringMatching(/^0(\.0+)?$/),
    },
  ]);
  expect(Object.keys(JSON.parse(rows[0]?.payload ?? '{}').data)).toEqual(
    Object.keys(examples.get('line.pacing').data),
  );
  await system.pool.query(`UPDATE webhook_mark SET value = 'ON_TRACK' WHERE subject = $1`, [
    `pacing ${lineId}`,
  ]);
  await at('2026-03-07T00:00:00Z');
  const again = await system.db.webhookDelivery.findFirstOrThrow({
    where: { webhook: { seatId: seat.seatId } },
    orderBy: { id: 'desc' },
  });
  const body = JSON.parse(again.payload);
  expect(body).toMatchObject({ data: { previousStatus: 'ON_TRACK', status: 'BEHIND' } });
  expect(shapeOf(body)).toEqual(shapeOf(examples.get('line.pacing')));
});

test('refused events are reported within a second, later ones once a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const seat = await listening();
    await seat.listen();
    const { id: advertiserId } = await seat.advertiser();
    const refuse = (events: number) =>
      noteRefusedEvents(system, { seatId: seat.seatId, advertiserId, events, limit: 5000 });
    const deliveries = async (count: number) => {
      await expect.poll(async () => (await seat.deliveries()).length).toBe(count);
      return seat.deliveries();
    };
    refuse(100);
    refuse(200);
    await vi.advanceTimersByTimeAsync(1_000);
    const resource = `Advertiser:${advertiserId}`;
    const first = { resource, data: { advertiserId, eventsPerSecond: 5000, requests: 2, events: 300 } };
    expect(await deliveries(1)).toMatchObject([first]);
    for (const events of [5, 6, 7]) {
      refuse(events);
      await vi.advanceTimersByTimeAsync(19_900);
    }
    expect(await seat.deliveries()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(300);
    const next = { resource, data: { advertiserId, eventsPerSecond: 5000, requests: 3, events: 18 } };
    expect(await deliveries(2)).toMatchObject([first, next]);
  } finally {
    vi.useRealTimers();
  }
});
