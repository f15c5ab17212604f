import { afterAll, expect, it, vi } from 'vitest';
import { setAdvertiserQuota } from '../../../src/domain/access/quota/set.ts';
import {
  MAX_BYTES_OF_SEAT,
  MAX_OF_SEAT,
  REQUESTS_PER_MINUTE,
} from '../../../src/domain/events/event/refused/bounds.ts';
import { keepRefused, storeRefused } from '../../../src/domain/events/event/refused/keep.ts';
import { MAX_REQUESTS } from '../../../src/domain/events/event/refused/replay.ts';
import { maintainPartitions } from '../../../src/domain/events/intake/partitions.ts';
import { createClient, type TestClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';
import { anEvent, createPoster, eventsOf, type Poster, postEvents } from '../../support/traffic/intake.ts';

/** `eventRefusals` with its sample, and `replayRefusedEvents`. */

const system = await testSystem();
const { app, send } = await testApp(system);
afterAll(() => app.close());

async function ask(client: TestClient, query: string, variables: object) {
  const headers = await bearerHeaders(system, client);
  return (await send('POST', '/graphql', { headers, body: { query, variables } })).body;
}

const SAMPLE = `query ($id: ID) { eventRefusals(pixelId: $id) { count requests reasons { field events }
  sample { clientId message eventCount replayableCount replayedAt
    events { index errors { field reason } identities event } } } }`;

async function refusals(poster: Poster, as = poster.client) {
  await storeRefused(system);
  return (await ask(as, SAMPLE, { id: poster.pixelId })).data.eventRefusals;
}

const REPLAY = `mutation ($input: ReplayRefusedEventsInput!, $dry: Boolean) {
  replayRefusedEvents(input: $input, validateOnly: $dry) { __typename
    ... on ReplayRefusedEventsPayload { requestCount eventCount refusedCount remainingCount }
    ... on Error { message } } }`;

async function replayed(
  pixelId: number,
  as: TestClient,
  { dry = false, since = '2020-01-01T00:00:00Z' } = {},
) {
  await storeRefused(system);
  return (await ask(as, REPLAY, { input: { pixelId, since }, dry })).data.replayRefusedEvents;
}

const counts = (requestCount: number, eventCount: number, refusedCount = 0, remainingCount = 0) => ({
  __typename: 'ReplayRefusedEventsPayload',
  ...{ requestCount, eventCount, refusedCount, remainingCount },
});

const rowsOf = async ({ pixelId }: Poster) =>
  (await system.pool.query('SELECT * FROM event_refused WHERE pixel_id = $1', [pixelId])).rows;

it('shows what was refused, and stores no value that a rule refused, no key and no unknown field', async () => {
  const poster = await createPoster(system);
  const hash = 'c'.repeat(64);
  await postEvents(app, poster, [
    anEvent(),
    anEvent({
      event_time: 'ada@example.com',
      action_source_url: 'https://x.example/?mail=ada@example.com',
      extra: 'ada@example.com',
      user_data: {
        email: 'ada@example.com',
        he: hash,
        platform_id: '+44 20 7946 0958',
        vmcid: '+44 20 7946 0958',
      },
      custom_data: {
        gv: 1,
        value: 'ada@example.com',
        ec: 'shop',
        el: 'ada@example.com',
        user_defined: { a: 'ada@example.com' },
      },
    }),
  ]);
  await expect.poll(async () => (await refusals(poster))[0]?.count, { timeout: 3_000 }).toBe(2);
  const [found] = await refusals(poster);
  expect(found).toMatchObject({
    requests: 1,
    reasons: expect.arrayContaining([{ field: 'event_time', events: 1 }]),
  });
  expect(found.sample).toEqual([
    {
      clientId: poster.client.clientId,
      message: 'Error. Request does not match specs.',
      ...{ eventCount: 2, replayableCount: 1, replayedAt: null },
      events: [
        {
          index: 1,
          errors: expect.arrayContaining([
            { field: 'event_time', reason: 'must be an integer or a string of digits' },
          ]),
          identities: ['email', 'platform_id'],
          event: { action_source: 'WEBSITE', custom_data: { gv: 1, ec: 'shop' } },
        },
      ],
    },
  ]);
  const stored = JSON.stringify(await rowsOf(poster));
  expect(stored).toContain('a'.repeat(64));
  for (const text of ['ada', '7946', hash]) expect(stored).not.toContain(text);
});

it('sends again what no rule refuses, once, as the client that sent it', async () => {
  const poster = await createPoster(system);
  const { pixelId, client } = poster;
  const event = anEvent({ custom_data: { gv: '12345678901234567890.5', product_id: 'a, b' } });
  await postEvents(app, poster, [event, {}, anEvent(), anEvent({ test_event_code: 'T' })]);
  const admin = await createClient(system, { seatId: poster.seatId });
  expect(await replayed(pixelId, admin, { dry: true })).toEqual(counts(1, 2));
  expect(await eventsOf(system, pixelId)).toEqual([]);
  const runs = await Promise.all([replayed(pixelId, admin), replayed(pixelId, admin)]);
  expect(runs).toContainEqual(counts(1, 2));
  expect(await replayed(pixelId, admin)).toEqual(counts(0, 0));
  const events = await eventsOf(system, pixelId);
  expect(events).toHaveLength(2);
  expect(events).toContainEqual(
    expect.objectContaining({ gv: '12345678901234567890.5', product_ids: ['a', 'b'] }),
  );
  const receipts = await system.pool.query(
    'SELECT client_id FROM event_receipt WHERE pixel_id = $1 AND outcome = $2',
    [pixelId, 'ACCEPTED'],
  );
  expect(receipts.rows).toEqual([{ client_id: client.clientId }]);
});

it('the rate limit stops a replay and loses nothing; what can never pass does not hold up the rest', async () => {
  const poster = await createPoster(system);
  const { pixelId, client, advertiserId } = poster;
  await postEvents(app, poster, [anEvent(), anEvent(), anEvent(), {}]);
  for (let n = 0; n < 10; n += 1) await postEvents(app, poster, [anEvent(), anEvent(), {}]);
  await setAdvertiserQuota({ system, advertiserId, eventsPerSec: 2 });
  const first = await replayed(pixelId, client);
  // Ten arrays of two would take nine seconds.
  expect(first.remainingCount).toBeGreaterThan(0);
  expect(first.requestCount + first.remainingCount).toBe(10);
  expect(first.refusedCount).toBe(1);
  await setAdvertiserQuota({ system, advertiserId, eventsPerSec: 5_000 });
  await expect
    .poll(async () => (await replayed(pixelId, client)).remainingCount, { timeout: 8_000, interval: 300 })
    .toBe(0);
  expect(await eventsOf(system, pixelId)).toHaveLength(23);
});

it('a client that is still not allowed to send is refused again; requests that it resent itself are skipped', async () => {
  const poster = await createPoster(system);
  const { pixelId, client } = poster;
  const other = await createPoster(system, { seatId: poster.seatId });
  const byOther = (key: string) =>
    postEvents(app, { ...other, pixelId }, [anEvent()], { 'idempotency-key': key });
  expect((await byOther('sent again')).json().errors[0].field).toBe('pixel_id');
  await byOther('lost');
  expect(await replayed(pixelId, client)).toEqual(counts(0, 0, 2, 0));
  await system.db.clientPixel.create({ data: { clientId: other.client.clientId, pixelId } });
  expect((await byOther('sent again')).statusCode).toBe(200);
  expect(await replayed(pixelId, client)).toEqual(counts(1, 1, 0, 0));
  expect(await eventsOf(system, pixelId)).toHaveLength(2);
});

it('requests that stay refused do not hold up the others', async () => {
  const poster = await createPoster(system);
  const other = await createPoster(system, { seatId: poster.seatId });
  await postEvents(app, { ...other, pixelId: poster.pixelId }, [anEvent()]);
  await replayed(poster.pixelId, poster.client, { dry: true });
  await system.pool.query(
    `INSERT INTO event_refused (id, seat_id, pixel_id, client_id, received_at, message, event_count, sample, events, replayable, bytes)
     SELECT gen_random_uuid(), seat_id, pixel_id, client_id, received_at, message, event_count, sample, events, replayable, bytes
     FROM event_refused, generate_series(1, $2) WHERE pixel_id = $1`,
    [poster.pixelId, MAX_REQUESTS],
  );
  await postEvents(app, poster, [anEvent(), {}]);
  expect(await replayed(poster.pixelId, poster.client)).toEqual(counts(0, 0, MAX_REQUESTS, 2));
  expect(await replayed(poster.pixelId, poster.client)).toMatchObject({ requestCount: 1, eventCount: 1 });
});

it('a client that was revoked or suspended sends nothing; a user who only reads may not send', async () => {
  const poster = await createPoster(system);
  await postEvents(app, poster, [anEvent(), {}]);
  const { seatId, pixelId } = poster;
  const viewer = await createClient(system, { seatId, role: 'VIEWER' });
  expect(await replayed(pixelId, viewer)).toMatchObject({ __typename: 'ForbiddenError' });
  const admin = await createClient(system, { seatId });
  const suspend = (suspendedAt: Date | null) =>
    system.db.apiClient.update({ where: { id: poster.client.clientId }, data: { suspendedAt } });
  await suspend(new Date());
  expect(await replayed(pixelId, admin)).toEqual(counts(0, 0));
  await suspend(null);
  expect(await replayed(pixelId, admin, { dry: true })).toEqual(counts(1, 1));
  await system.db.apiClient.update({
    where: { id: poster.client.clientId },
    data: { revokedAt: new Date() },
  });
  expect(await replayed(pixelId, admin)).toEqual(counts(0, 0));
});

it('a pixel of another seat is treated like one that does not exist, and requests for it are not stored', async () => {
  const [poster, other] = [await createPoster(system), await createPoster(system)];
  await postEvents(app, poster, [anEvent(), {}]);
  await postEvents(app, { ...other, pixelId: poster.pixelId }, [anEvent()]);
  await storeRefused(system);
  expect((await rowsOf(poster)).map((row) => row.seat_id)).toEqual([poster.seatId]);
  expect(await refusals(poster, other.client)).toEqual([]);
  const foreign = await replayed(poster.pixelId, other.client);
  expect(foreign).toMatchObject({ __typename: 'NotFoundError' });
  expect(foreign).toEqual(await replayed(2_000_000_011, other.client));
});

/** Stores refused requests as if they had been sent an hour ago, the last of them first. */
const insert = (
  { seatId, pixelId, client }: Poster,
  { rows, bytes = 1, events = 1, by = 'x' }: { rows: number; bytes?: number; events?: number; by?: string },
) =>
  system.pool.query(
    `INSERT INTO event_refused SELECT gen_random_uuid(), $1, $2, $3, $4::timestamptz - n * interval '1 ms', '', 1,
       '[]', '[]', $5, $6, NULL FROM generate_series(1, $7) n`,
    [
      seatId,
      pixelId,
      by === 'own' ? client.clientId : by,
      new Date(Date.now() - 3_600_000),
      events,
      bytes,
      rows,
    ],
  );

it('a replay sends at most 100 requests and 5,000 events', async () => {
  const [many, large] = [await createPoster(system), await createPoster(system)];
  await insert(many, { rows: 101, by: 'own' });
  expect(await replayed(many.pixelId, many.client, { dry: true })).toEqual(counts(100, 100, 0, 1));
  await insert(large, { rows: 2, events: 3_000, by: 'own' });
  expect(await replayed(large.pixelId, large.client, { dry: true })).toEqual(counts(1, 3_000, 0, 1));
});

it('a seat has its newest requests up to 16 MiB', async () => {
  const poster = await createPoster(system);
  await insert(poster, { rows: 3, bytes: MAX_BYTES_OF_SEAT / 2 - 5_000 });
  await postEvents(app, poster, [{}]);
  await storeRefused(system);
  const bytes = (await rowsOf(poster)).map((row) => row.bytes).sort((a, b) => b - a);
  expect(bytes).toEqual([MAX_BYTES_OF_SEAT / 2 - 5_000, MAX_BYTES_OF_SEAT / 2 - 5_000, expect.any(Number)]);
});

it('a process looks at some MiB of a seat, and of all seats, in a minute', async () => {
  const [poster, other] = [await createPoster(system), await createPoster(system)];
  const events = Array.from({ length: 10 }, () => ({ text: 'x'.repeat(30_000) }));
  const refuse = (owner: Pick<Poster, 'seatId' | 'pixelId'>, times: number) => {
    for (let n = 0; n < times; n += 1)
      keepRefused(system, {
        ...{ ...owner, clientId: 'x', at: new Date(), message: '', idempotencyKey: undefined, events },
      });
  };
  const owner = ({ seatId, pixelId }: Poster) => ({ seatId, pixelId });
  // A minute of its own, that does not end in between.
  vi.useFakeTimers({ toFake: ['Date'], now: (Math.floor(Date.now() / 60_000) + 2) * 60_000 });
  refuse(owner(other), 1);
  refuse(owner(poster), 12);
  for (let seatId = -1; seatId >= -7; seatId -= 1) refuse({ seatId, pixelId: -1 }, 12);
  refuse(owner(other), 1);
  vi.useRealTimers();
  await storeRefused(system);
  // Of each request, nine events of 30 kB are looked at.
  expect(await rowsOf(poster)).toHaveLength(8);
  expect(await rowsOf(other)).toHaveLength(1);
});

it('a flood is counted in full and stored in part; the newest requests of a seat are stored for a week', async () => {
  const poster = await createPoster(system);
  const { pixelId } = poster;
  await insert(poster, { rows: MAX_OF_SEAT });
  for (let n = 0; n < REQUESTS_PER_MINUTE + 20; n += 1) await postEvents(app, poster, [{}]);
  await storeRefused(system);
  const stored = await rowsOf(poster);
  expect(stored).toHaveLength(MAX_OF_SEAT);
  const fresh = stored.filter((row) => row.client_id !== 'x').length;
  // The minute can end in between.
  expect(fresh).toBeGreaterThanOrEqual(REQUESTS_PER_MINUTE);
  expect(fresh).toBeLessThanOrEqual(REQUESTS_PER_MINUTE + 20);
  expect((await refusals(poster))[0].sample).toHaveLength(5);
  // Old rows are not shown, and go.
  await system.pool.query(
    'UPDATE event_refused SET received_at = $2 WHERE pixel_id = $1 AND client_id <> $3',
    [pixelId, new Date(Date.now() - 8 * 86_400_000), 'x'],
  );
  expect(await refusals(poster)).toMatchObject([
    { sample: expect.not.arrayContaining([{ clientId: poster.client.clientId }]) },
  ]);
  await maintainPartitions(system);
  expect((await rowsOf(poster)).filter((row) => row.client_id !== 'x')).toEqual([]);
});
