import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { countStored, MAX_SEAT_BYTES } from '../../../src/domain/access/idempotency/share-of-seat.ts';
import { tokenFor } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { callersOf } from '../../support/seat.ts';
import { testSystem } from '../../support/system.ts';

/** Answers for replays take little room: 64 KiB each, 64 MiB a seat. */

const system = await testSystem();
const { caller } = await callersOf(system);
const { send } = await testApp(system);
const seat = await caller();
const bearer = await bearerHeaders(system, seat.client);
const { id: campaignId, advertiserId } = await seat.campaign();
const line = await seat.line({ orderId: campaignId });

const record = async (key: string) =>
  (
    await system.pool.query(
      `SELECT octet_length(body) AS bytes, compressed, pg_column_size(written) AS written
       FROM idempotency_record WHERE key = $1`,
      [key],
    )
  ).rows[0];

const repeated = (selection: string, times: number) =>
  Array.from({ length: times }, (_, n) => `a${n}: ${selection}`).join(' ');
const LARGE = `id name status ${repeated('name', 60)}`;
const ask = (key: string, query: string, variables: object) =>
  send('POST', '/graphql', { headers: { ...bearer, 'idempotency-key': key }, body: { query, variables } });

const name = 'x'.repeat(200);
const CASES: Record<string, () => { query: string; variables: object; change: () => Promise<unknown> }> = {
  'one update with a large selection': () => ({
    query: `mutation ($input: UpdateLineInput!) { written: updateLine(input: $input) {
      __typename ... on UpdateLinePayload { line { ${repeated('name', 400)} } changes { path before after } } } }`,
    variables: { input: { id: line.id, name: `${name} ${randomUUID()}` } },
    change: () => seat.put(`/lines/${line.id}`, { name: 'changed meanwhile' }),
  }),
  'a list of creates, some of them refused': () => ({
    query: `mutation ($inputs: [CreateLineInput!]!) { written: createLines(inputs: $inputs) {
      __typename ... on CreateLinePayload { line { ${LARGE} } changes { path after } }
      ... on Error { message code } ... on ValidationError { issues { path message } } } }`,
    variables: {
      inputs: Array.from({ length: 20 }, (_, n) => ({
        campaignId: n === 3 ? 99_999_999 : campaignId,
        name: `${name} ${n}`,
        schedules: [{ startDate: '2027-01-01T00:00:00Z', endDate: '2027-02-01T00:00:00Z' }],
        ...(n === 5 && { status: 'ACTIVE' }),
      })),
    },
    change: () => system.pool.query("UPDATE line SET name = 'changed meanwhile' WHERE name LIKE 'xxx%'"),
  }),
  'a list of native objects': () => ({
    query: `mutation ($inputs: [CreateCampaignsInput!]!) { written: createCampaigns(inputs: $inputs) {
      __typename ... on CreateCampaignPayload { campaign { id ${repeated('name', 60)} } changes { path after } }
      ... on ValidationError { issues { path message } } } }`,
    variables: {
      inputs: Array.from({ length: 20 }, (_, n) => ({
        advertiserId,
        name: `${name} ${n} ${randomUUID()}`,
      })),
    },
    change: () =>
      system.pool.query("UPDATE campaign SET name = 'changed meanwhile ' || id WHERE name LIKE 'xxx%'"),
  }),
};

describe.each(Object.entries(CASES))('%s, whose answer is larger than 64 KiB', (_name, make) => {
  test('stores the IDs, writes once, and a replay reads the selection again', async () => {
    const { query, variables, change } = make();
    const key = randomUUID();
    const first = await ask(key, query, variables);
    expect(first.body.errors).toBeUndefined();
    expect(JSON.stringify(first.body).length).toBeGreaterThan(64 * 1024);
    expect(await record(key)).toEqual({ bytes: null, compressed: false, written: expect.any(Number) });
    expect((await record(key)).written).toBeLessThan(16 * 1024);

    const changes = await system.db.change.count();
    const again = await ask(key, query, variables);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body.data).toEqual(first.body.data);
    expect(await system.db.change.count()).toBe(changes);

    await change();
    const later = await ask(key, query, variables);
    expect(JSON.stringify(later.body.data)).toContain('changed meanwhile');
    expect(await record(key)).toMatchObject({ bytes: null });
  });

  test('another body under the same key is 409', async () => {
    const { query, variables } = make();
    const key = randomUUID();
    await ask(key, query, variables);
    expect((await ask(key, `${query} `, variables)).status).toBe(409);
  });
});

test('a large answer of a native batch is stored compressed, and replayed as it was', async () => {
  const headers = {
    'x-auth-method': 'OAuth2',
    'x-auth-token': await tokenFor(system, seat.client),
    'idempotency-key': randomUUID(),
  };
  const body = Array.from({ length: 300 }, (_, n) => ({
    advertiserId,
    campaignName: `Batch ${n} ${'y'.repeat(200)} ${randomUUID()}`,
  }));
  const first = await send('POST', '/v3/rest/campaign', { headers, body });
  expect(JSON.stringify(first.body).length).toBeGreaterThan(100_000);
  const stored = await record(headers['idempotency-key']);
  expect(stored.compressed).toBe(true);
  expect(stored.bytes).toBeLessThanOrEqual(64 * 1024);
  const again = await send('POST', '/v3/rest/campaign', { headers, body });
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
});

test('the oldest answers of a seat make room, and a repeat of them is not carried out again', async () => {
  const own = await caller();
  const headers = await bearerHeaders(system, own.client);
  const create = (key: string, input: object) =>
    send('POST', '/graphql', {
      headers: { ...headers, 'idempotency-key': key },
      body: {
        query: `mutation ($input: CreateNativeListInput!) {
          createNativeList(input: $input) { ... on CreateNativeListPayload { nativeList { name } } } }`,
        variables: { input },
      },
    });
  const { id: advertiserId } = await own.advertiser();
  const input = { advertiserId, name: 'First', status: 'ACTIVE', items: [{ itemName: 'a.example' }] };
  const oldest = randomUUID();
  await create(oldest, input);
  await system.pool.query(
    `UPDATE idempotency_record SET started_at = started_at - interval '1 hour' WHERE key = $1`,
    [oldest],
  );
  await system.pool.query(
    `INSERT INTO idempotency_record (client_id, key, fingerprint, started_at, seat_id, status, carried_out, body)
     SELECT $1, 'filler ' || n, '', now() - n * interval '1 second', $2, 200, true,
            convert_to(repeat('x', 65536), 'UTF8')
     FROM generate_series(1, 1100) AS n`,
    [own.client.clientId, own.seatId],
  );
  await countStored({ pool: system.pool, seatId: own.seatId }, 1024 * 1024);
  const { rows } = await system.pool.query(
    'SELECT sum(octet_length(body))::int AS bytes FROM idempotency_record WHERE seat_id = $1',
    [own.seatId],
  );
  expect(rows[0].bytes).toBeLessThanOrEqual(MAX_SEAT_BYTES);
  expect(rows[0].bytes).toBeGreaterThan(MAX_SEAT_BYTES / 2);
  const again = await create(oldest, input);
  expect(again.status).toBe(409);
  expect(again.body.errors[0].message).toContain('was carried out, but its response was lost');
  expect(await system.db.nativeList.count({ where: { seatId: own.seatId } })).toBe(1);
});
