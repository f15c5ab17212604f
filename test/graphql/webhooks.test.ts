import { describe, expect, test } from 'vitest';
import { createWebhook } from '../../src/domain/notifications/webhook/create.ts';
import { enqueueWebhooks } from '../../src/domain/notifications/webhook/queue.ts';
import { openSecret } from '../../src/domain/notifications/webhook/secret.ts';
import { transaction } from '../../src/platform/database/transaction/transaction.ts';
import { contextOf, createClient, createSeat } from '../support/actors.ts';
import { bearerHeaders, testApp } from '../support/app.ts';
import { byExecutor } from '../support/by-executor.ts';
import { trafficSystem } from '../support/seat.ts';

const { system, caller } = await trafficSystem();
const { send } = await testApp(system);

const CREATE = `mutation ($input: CreateWebhookInput!, $dry: Boolean) {
  createWebhook(input: $input, validateOnly: $dry) {
    __typename
    ... on CreateWebhookPayload { secret webhook { id url events advertiserIds status createdAt } }
    ... on ValidationError { issues { path message } }
    ... on Error { message }
  }
}`;
const input = { url: 'https://hooks.example/flightline', events: ['REPORT_FINISHED', 'LINE_STATUS'] };

describe('createWebhook', () => {
  test('returns the webhook and its secret, which is stored encrypted and never answered again', async () => {
    const seat = await caller();
    const { id } = await seat.advertiser();
    const { body } = await seat.graphql(CREATE, { input: { ...input, advertiserIds: [`Advertiser:${id}`] } });
    const { webhook, secret } = body.data.createWebhook;
    expect(webhook).toMatchObject({ ...input, advertiserIds: [`Advertiser:${id}`], status: 'ACTIVE' });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const row = await system.db.webhook.findFirstOrThrow({ where: { seatId: seat.seatId } });
    expect(webhook.id).toBe(`Webhook:${row.id}`);
    expect(Buffer.from(row.secret).includes(secret.slice(6))).toBe(false);
    expect(openSecret(system, row.id, row.secret)).toBe(secret);
    const { body: read } = await seat.graphql(
      '{ webhooks { totalCount nodes { id url } } changes { nodes { fields { path after } } } }',
    );
    expect(read.data.webhooks).toEqual({ totalCount: 1, nodes: [{ id: webhook.id, url: input.url }] });
    expect(JSON.stringify(read)).not.toContain(secret);
    expect(system.logged()).not.toContain(secret);
  });

  test('a repeat with its Idempotency-Key returns the same secret, which is not stored in plain text', async () => {
    const seat = await caller();
    const headers = { ...(await bearerHeaders(system, seat.client)), 'idempotency-key': 'once' };
    const ask = () => send('POST', '/graphql', { headers, body: { query: CREATE, variables: { input } } });
    const first = (await ask()).body.data.createWebhook;
    const { rows } = await system.pool.query(
      'SELECT body, sealed FROM idempotency_record WHERE client_id = $1',
      [seat.client.clientId],
    );
    expect(rows).toMatchObject([{ sealed: true }]);
    expect(rows[0].body.includes('whsec_')).toBe(false);
    const again = await ask();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body.data.createWebhook).toEqual(first);
  });

  test('says all that is wrong at once, and stores nothing', async () => {
    const seat = await caller();
    const foreign = await (await caller()).advertiser();
    const bad = { url: 'ftp://x', events: [], advertiserIds: [foreign.id] };
    const { body } = await seat.graphql(CREATE, { input: bad });
    expect(body.data.createWebhook.issues).toEqual([
      { path: 'events', message: 'events must not be empty' },
      { path: 'url', message: 'url must be an https URL' },
      { path: 'advertiserIds[0]', message: 'advertiserIds[0] must be the ID of an advertiser of this seat' },
    ]);
    expect(await system.db.webhook.count({ where: { seatId: seat.seatId } })).toBe(0);
  });

  test.each([
    ['http://hooks.example/', 'url must be an https URL'],
    ['https://user:pass@hooks.example/', 'url must not contain a user name or password'],
    ['https://hooks.example/#part', 'url must not contain a fragment'],
    ['https://localhost/', 'url must be at a public address'],
    ['https://app.localhost/', 'url must be at a public address'],
    ['https://127.0.0.1/', 'url must be at a public address'],
    ['https://2130706433/', 'url must be at a public address'],
    ['https://0x7f.1/', 'url must be at a public address'],
    ['https://[::1]/', 'url must be at a public address'],
    ['https://[::ffff:10.0.0.1]/', 'url must be at a public address'],
    ['https://169.254.169.254/latest', 'url must be at a public address'],
    ['https://100.64.0.1/', 'url must be at a public address'],
    ['https://[fd00::1]/', 'url must be at a public address'],
    ['https://[fe80::1]/', 'url must be at a public address'],
    ['https://hooks.example:0/', 'url must not have port 0'],
    ['https://.com/', 'url must have a host name that can exist'],
    ['https://hooks..example/', 'url must have a host name that can exist'],
    ['https://./', 'url must have a host name that can exist'],
    ['https://hooks.example~x/', 'url must have a host name that can exist'],
    [`https://${'a'.repeat(64)}.example/`, 'url must have a host name that can exist'],
    [`https://${'a.'.repeat(127)}example/`, 'url must have a host name that can exist'],
    [`https://hooks.example/${'x'.repeat(2048)}`, 'url must be at most 2048 characters long'],
  ])('%s is refused', async (url, message) => {
    const seat = await caller();
    const { body } = await seat.graphql(CREATE, { input: { ...input, url } });
    expect(body.data.createWebhook.issues).toEqual([{ path: 'url', message }]);
  });

  test('of twenty-one at once, twenty are created', async () => {
    const client = await createClient(system);
    const ctx = await contextOf(system, client);
    const made = await Promise.allSettled(
      Array.from({ length: 21 }, () =>
        createWebhook({ ctx, input: { url: input.url, events: ['report.finished'] } }),
      ),
    );
    expect(made.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'CONFLICT', message: expect.stringContaining('at most 20 webhooks') } },
    ]);
    expect(await system.db.webhook.count({ where: { seatId: client.seatId } })).toBe(20);
  });

  test('a dry run stores nothing', async () => {
    const seat = await caller();
    const { body } = await seat.graphql(CREATE, { input, dry: true });
    expect(body).toMatchObject({ data: { createWebhook: { __typename: 'CreateWebhookPayload' } } });
    expect(await system.db.webhook.count({ where: { seatId: seat.seatId } })).toBe(0);
  });
});

test('only ADMINs see webhooks, and their URLs in the change history', async () => {
  const { seatId } = await createSeat(system);
  const admin = await caller({ seatId });
  const made = await admin.graphql(CREATE, { input });
  const { id } = made.body.data.createWebhook.webhook;
  const READ = '{ changes { nodes { resource fields { path } } } }';
  const DELIVERY = '{ node(id: "WebhookDelivery:1") { id } }';
  // How a query is read is remembered, and not who may.
  for (const query of [DELIVERY, byExecutor(DELIVERY)])
    expect((await admin.graphql(query)).body.data.node).toBeNull();
  for (const role of ['EDITOR', 'VIEWER'] as const) {
    const other = await caller({ seatId, role });
    for (const query of [
      ...['{ webhooks { totalCount } }', `{ webhook(id: "${id}") { id } }`],
      ...[DELIVERY, byExecutor(DELIVERY)],
    ]) {
      const { body } = await other.graphql(query);
      expect(body.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    }
    const misnamed = 'mutation { deleteWebhook(input: { id: "Line:1" }) { __typename } }';
    expect((await other.graphql(misnamed)).body.data.deleteWebhook.__typename).toBe('ForbiddenError');
    const { body } = await other.graphql(READ);
    expect(body.data.changes.nodes[0].fields.map(({ path }: { path: string }) => path)).toEqual([
      'events',
      'advertiserIds',
      'status',
    ]);
  }
  const { body } = await admin.graphql(READ);
  expect(body.data.changes.nodes[0].fields[0].path).toBe('url');
});

test('a delivery names its event as filters do, however it is read', async () => {
  const seat = await caller();
  const made = await seat.graphql(CREATE, { input });
  const { id } = made.body.data.createWebhook.webhook;
  await transaction(system.db, (db) =>
    enqueueWebhooks(db, [
      {
        ...{ seatId: seat.seatId, advertiserId: null, event: 'line.status', resource: 'Line:1' },
        ...{ at: system.now(), data: { value: 1 } },
      },
    ]),
  );
  const deliveries = 'deliveries(filter: {event: {eq: LINE_STATUS}}) { nodes { id event payload } }';
  const { body } = await seat.graphql(`{ webhook(id: "${id}") { ${deliveries} } }`);
  const [delivery] = body.data.webhook.deliveries.nodes;
  expect(delivery).toMatchObject({
    event: 'LINE_STATUS',
    payload: { type: 'line.status', data: { value: 1 } },
  });
  const query = `{ node(id: "${delivery.id}") { ... on WebhookDelivery { id event payload } } }`;
  for (const text of [query, byExecutor(query)])
    expect((await seat.graphql(text)).body.data.node).toEqual(delivery);
});

test('a webhook is changed, its secret rotated, and deleted', async () => {
  const seat = await caller();
  const run = async (text: string) => (await seat.graphql(`mutation { done: ${text} }`)).body.data.done;
  const { webhook, secret } = (await seat.graphql(CREATE, { input })).body.data.createWebhook;
  const updated =
    await run(`updateWebhook(input: {id: "${webhook.id}", events: [BOOKS_CLOSED], status: DISABLED}) {
    ... on UpdateWebhookPayload { webhook { url events status } changes { path } } }`);
  expect(updated).toEqual({
    webhook: { url: input.url, events: ['BOOKS_CLOSED'], status: 'DISABLED' },
    changes: [{ path: 'events' }, { path: 'status' }],
  });
  const rotated = await run(`rotateWebhookSecret(input: {id: "${webhook.id}", overlapSeconds: 60}) {
    ... on RotateWebhookSecretPayload { secret webhook { id } } }`);
  expect(rotated.secret).toMatch(/^whsec_/);
  expect(rotated.secret).not.toBe(secret);
  const row = await system.db.webhook.findFirstOrThrow({ where: { seatId: seat.seatId } });
  expect(openSecret(system, row.id, row.previousSecret ?? row.secret)).toBe(secret);
  const refused = await run(`rotateWebhookSecret(input: {id: "${webhook.id}", overlapSeconds: 604801}) {
    ... on ValidationError { issues { message } } }`);
  expect(refused.issues).toEqual([{ message: 'overlapSeconds must be at most 604800' }]);
  expect(
    await run(
      `deleteWebhook(input: {id: "${webhook.id}"}) { ... on DeleteWebhookPayload { webhook { id } } }`,
    ),
  ).toEqual({
    webhook: { id: webhook.id },
  });
  const gone = await run(`deleteWebhook(input: {id: "${webhook.id}"}) { __typename }`);
  expect(gone.__typename).toBe('NotFoundError');
  const { body } = await seat.graphql(`{ webhooks { totalCount } webhook(id: "${webhook.id}") { id } }`);
  expect(body.data).toEqual({ webhooks: { totalCount: 0 }, webhook: null });
  const left = await system.db.webhook.findFirstOrThrow({ where: { seatId: seat.seatId } });
  expect(left.secret).toHaveLength(0);
});
