import { afterAll, expect, it } from 'vitest';
import type { TestClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';
import { anEvent, createPoster, postEvents } from '../../support/traffic/intake.ts';

/** `Pixel.eventCounts` and `Pixel.refusalReasons`. */

const system = await testSystem();
const { app, send } = await testApp(system);
afterAll(() => app.close());

async function ask(client: TestClient, query: string, variables: object = {}) {
  const headers = await bearerHeaders(system, client);
  return (await send('POST', '/graphql', { headers, body: { query, variables } })).body;
}

const COUNTS = `query ($id: ID!, $range: DateRangeInput!, $interval: DeliveryInterval, $timezone: TimeZone) {
  pixel(id: $id) { eventCounts(range: $range, interval: $interval, timezone: $timezone) {
    start accepted refused shareRefused } } }`;
const REASONS = `query ($id: ID!) { pixel(id: $id) { refusalReasons { field reason events latestAt } } }`;
const WEEK = { between: { start: '2026-01-01', end: '2026-01-07' } };

/** A pixel with what arrived at given times: accepted events and refused ones. */
async function pixelWith(accepted: [string, number][], refused: [string, number][] = []) {
  const poster = await createPoster(system);
  await system.pool.query(`UPDATE advertiser SET timezone = 'Asia/Tokyo' WHERE id = $1`, [
    poster.advertiserId,
  ]);
  for (const [at] of accepted) {
    const day = at.slice(0, 10);
    await system.pool.query(
      `CREATE TABLE IF NOT EXISTS "event_receipt_test_${day}" PARTITION OF event_receipt
       FOR VALUES FROM ('${day}Z') TO ('${day}T24:00:00Z')`,
    );
  }
  for (const [at, events] of accepted)
    await system.pool.query(
      `INSERT INTO event_receipt (id, received_at, seat_id, pixel_id, client_id, outcome, event_count)
       VALUES (gen_random_uuid(), $1, $2, $3, 'x', 'ACCEPTED', $4)`,
      [at, poster.client.seatId, poster.pixelId, events],
    );
  for (const [at, events] of refused)
    await system.pool.query(
      'INSERT INTO event_refusal (pixel_id, hour, requests, latest_at, events) VALUES ($1, $2, 1, $2, $3)',
      [poster.pixelId, at, events],
    );
  const counts = async (variables: object, client = poster.client) =>
    (await ask(client, COUNTS, { id: poster.pixelId, range: WEEK, ...variables })).data.pixel?.eventCounts;
  return { ...poster, counts };
}

it('counts by hour and by day of the time zone, and for the whole range', async () => {
  const { counts } = await pixelWith(
    [
      ['2026-01-02T13:59:59Z', 2],
      ['2026-01-02T14:00:00Z', 3],
      ['2026-01-02T15:30:00Z', 5],
      // After the range in Tokyo, within it in UTC.
      ['2026-01-07T15:00:00Z', 100],
    ],
    [['2026-01-02T14:00:00Z', 1]],
  );
  const at = (start: string, accepted: number, refused: number) => ({
    ...{ start, accepted, refused },
    shareRefused: refused / (accepted + refused),
  });
  expect(await counts({ interval: 'HOUR' })).toEqual([
    at('2026-01-02T13:00:00.000Z', 2, 0),
    at('2026-01-02T14:00:00.000Z', 3, 1),
    at('2026-01-02T15:00:00.000Z', 5, 0),
  ]);
  // The third of January begins in Tokyo.
  expect(await counts({ interval: 'DAY' })).toEqual([
    at('2026-01-01T15:00:00.000Z', 5, 1),
    at('2026-01-02T15:00:00.000Z', 5, 0),
  ]);
  expect(await counts({ interval: 'DAY', timezone: 'UTC' })).toEqual([
    at('2026-01-02T00:00:00.000Z', 10, 1),
    at('2026-01-07T00:00:00.000Z', 100, 0),
  ]);
  expect(await counts({})).toEqual([at('2025-12-31T15:00:00.000Z', 10, 1)]);
});

it('what arrives is counted: refused events with their arrays, each reason by its field, and no value', async () => {
  const poster = await createPoster(system);
  const other = await createPoster(system);
  const { client, pixelId } = poster;
  await postEvents(app, poster, [anEvent(), anEvent(), anEvent()]);
  // One array of four: all are refused, for one reason in two of them and another in one.
  const bad = anEvent({ event_time: 'never' });
  await postEvents(app, poster, [anEvent(), bad, bad, anEvent({ action_source: 'someone@example.com' })]);
  await postEvents(app, poster, 'no JSON');
  await postEvents(app, { ...poster, eventToken: other.eventToken }, [anEvent()]);

  const range = { preset: 'TODAY' };
  const counts = async (of = client) =>
    (await ask(of, COUNTS, { id: pixelId, range, timezone: 'UTC' })).data.pixel?.eventCounts;
  await expect
    .poll(counts, { timeout: 3_000 })
    .toEqual([{ start: expect.any(String), accepted: 3, refused: 5, shareRefused: 0.625 }]);
  const { data } = await ask(client, REASONS, { id: pixelId });
  const latestAt = expect.any(String);
  expect(data.pixel.refusalReasons).toEqual([
    { field: 'event_time', reason: 'must be an integer or a string of digits', events: 2, latestAt },
    { field: null, reason: 'Error. Request body/params formatting error.', events: 1, latestAt },
    { field: 'action_source', reason: 'must be website, app or offline', events: 1, latestAt },
  ]);
  expect(await counts(other.client)).toBeUndefined();
  const { rows } = await system.pool.query('SELECT * FROM event_refusal_reason WHERE pixel_id = $1', [
    pixelId,
  ]);
  expect(JSON.stringify(rows)).not.toContain('someone');
});

it('reasons older than seven days are not returned, and an hour has at most 50', async () => {
  const poster = await createPoster(system);
  const now = system.now();
  const insert = (at: Date, from: number, to: number) =>
    system.pool.query(
      `INSERT INTO event_refusal_reason SELECT $1, date_trunc('hour', $2::timestamptz, 'UTC'), 'f' || n, 'r', 1, $2
       FROM generate_series($3::int, $4::int) n`,
      [poster.pixelId, at, from, to],
    );
  await insert(new Date(now.getTime() - 8 * 86_400_000), 1000, 1000);
  await insert(now, 1, 50);
  await postEvents(app, poster, [{}]);
  const requests = () =>
    system.pool.query('SELECT requests FROM event_refusal WHERE pixel_id = $1', [poster.pixelId]);
  await expect.poll(async () => (await requests()).rows, { timeout: 3_000 }).toEqual([{ requests: 1 }]);
  const { data } = await ask(poster.client, REASONS, { id: poster.pixelId });
  expect(data.pixel.refusalReasons).toHaveLength(50);
  expect(data.pixel.refusalReasons).not.toContainEqual(expect.objectContaining({ field: 'event_time' }));
  // Asked for with days, they are those of the days, as the counts are.
  const range = { preset: 'LAST_30_DAYS' };
  const query = `query ($id: ID!, $range: DateRangeInput!) {
    pixel(id: $id) { refusalReasons(range: $range, timezone: "UTC") { field events } } }`;
  const { data: earlier } = await ask(poster.client, query, { id: poster.pixelId, range });
  expect(earlier.pixel.refusalReasons).toEqual([{ field: 'f1000', events: 1 }]);
});

it('events are named by category, action and label, with their values; the names of other seats are not seen', async () => {
  const poster = await createPoster(system);
  const named = (ec: string, ea: string | undefined, gv?: string) =>
    anEvent({ custom_data: { ec, ...(ea && { ea }), ...(gv && { gv }) } });
  await postEvents(app, poster, [
    ...[named('shop', 'purchase', '19.90'), named('shop', 'purchase', '0.1'), named('shop', undefined)],
  ]);
  const NAMES = `query ($id: ID!) { pixel(id: $id) { eventNames {
    eventCategory eventAction eventLabel events value latestAt } } }`;
  const { data } = await ask(poster.client, NAMES, { id: poster.pixelId });
  const rest = { eventLabel: null, latestAt: expect.any(String) };
  expect(data.pixel.eventNames).toEqual([
    { ...rest, eventCategory: 'shop', eventAction: 'purchase', events: 2, value: '20.00' },
    { ...rest, eventCategory: 'shop', eventAction: null, events: 1, value: null },
  ]);
  const { client } = await createPoster(system);
  expect((await ask(client, NAMES, { id: poster.pixelId })).data.pixel).toBeNull();
});

it('a range that is too long is refused by name', async () => {
  const poster = await createPoster(system);
  const range = { between: { start: '2026-01-01', end: '2026-03-01' } };
  const { errors } = await ask(poster.client, COUNTS, { id: poster.pixelId, range, interval: 'HOUR' });
  expect(errors[0].message).toMatch(/^Argument "interval" cannot be HOUR/);
});
