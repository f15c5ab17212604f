import { createHash, randomBytes, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../src/domain/context.ts';
import { callerOf, setCaller } from '../../src/http/caller.ts';
import { replayWrites } from '../../src/http/idempotency.ts';
import { contextOf, createClient } from '../support/actors.ts';
import { testApp, trafficHeaders } from '../support/app.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const { send } = await testApp(system);
const URL_ = '/traffic/advertisers';

const ADVERTISER = {
  name: 'Idem',
  landingPageUrl: 'https://idem.example',
  iabCategoryId: 1,
  status: 'ACTIVE',
  timezone: 'UTC',
  currency: 'USD',
  billingPrice: 5,
  contact: { addressLine1: '1 Main', city: 'Reno', region: 'NV', postalCode: '89501', country: 'US' },
};
const TAKEN = 'The Idempotency-Key was used with another request.';
const LOST =
  'The first request with this Idempotency-Key was carried out, but its response was lost. Read the affected resources to see its result.';
const RUNNING = 'A request with the same Idempotency-Key is still running.';

async function caller(quotas?: Record<string, number>) {
  const client = await createClient(system, quotas ? { quotas } : {});
  const headers = await trafficHeaders(system, client);
  return {
    client,
    headers,
    post: (key: string, body: unknown = ADVERTISER, more: Record<string, string> = {}) =>
      send('POST', URL_, { headers: { ...headers, 'idempotency-key': key, ...more }, body }),
    /** Leaves the key as a process does that dies: its call has no answer. */
    async leave(key: string, { carriedOut, agoS }: { carriedOut: boolean; agoS: number }) {
      const call = [client.seatId, 'POST', URL_, ADVERTISER];
      const row = {
        fingerprint: createHash('sha256').update(JSON.stringify(call)).digest(),
        startedAt: new Date(system.now().getTime() - agoS * 1000),
        carriedOut,
      };
      const { clientId } = client;
      const where = { clientId_key: { clientId, key } };
      await system.db.idempotencyRecord.upsert({ where, create: { clientId, key, ...row }, update: row });
    },
    stored: () => system.db.advertiser.count({ where: { seatId: client.seatId } }),
  };
}

describe('a write with an Idempotency-Key', () => {
  test('that is sent again is answered the same, marked, and stored once', async () => {
    const { post, stored } = await caller();
    const key = randomUUID();
    const first = await post(key, { ...ADVERTISER, surplus: 1 });
    const again = await post(key, { ...ADVERTISER, surplus: 1 });
    expect(first.status).toBe(200);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'content-type': first.headers['content-type'],
      'x-ignored-fields': 'surplus',
    });
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(await stored()).toBe(1);
  });

  test.each([
    ['traffic', URL_, ADVERTISER],
    [
      'reporting',
      '/extreport',
      { dateTypeId: 10, intervalTypeId: 5, reportOption: { timezone: 'Etc/GMT', metricTypeIds: [1] } },
    ],
    ['native', '/v3/rest/campaign', { campaignName: 'Idem', objective: 'VISIT_WEB' }],
  ] as const)('over %s is noted in the transaction that writes', async (_name, path, fields) => {
    const { post, headers } = await caller();
    const { body } = await post(randomUUID());
    const key = randomUUID();
    const given = path.startsWith('/v3') ? { ...fields, advertiserId: body.response.id } : fields;
    const answer = await send('POST', path, { headers: { ...headers, 'idempotency-key': key }, body: given });
    expect(answer.status).toBe(200);
    const noted = await system.db.idempotencyRecord.findFirst({ where: { key } });
    expect(noted).toMatchObject({ carriedOut: true });
  });

  test('that was refused stores nothing: its key can be used for the corrected call', async () => {
    const { post } = await caller();
    const key = randomUUID();
    const first = await post(key, { name: 1 });
    const again = await post(key, { name: 1 });
    expect(first.status).toBe(400);
    expect([again.status, again.body.errors]).toEqual([400, first.body.errors]);
    expect(again.headers).not.toHaveProperty('idempotency-replayed');
    expect((await post(key)).status).toBe(200);
  });

  test('409 with another body, on another path, or for another seat', async () => {
    const { post, headers, client, stored } = await caller();
    const key = randomUUID();
    const { body } = await post(key);
    for (const refused of [
      await post(key, { ...ADVERTISER, name: 'Other' }),
      await send('PUT', `${URL_}/${body.response.id}`, {
        headers: { ...headers, 'idempotency-key': key },
        body: ADVERTISER,
      }),
    ]) {
      expect(refused.status).toBe(409);
      expect(refused.body.errors).toMatchObject({ httpStatusCode: 409, message: TAKEN });
    }
    const { seatId } = await createClient(system);
    await system.db.seatMember.create({ data: { userId: client.userId, seatId, role: 'ADMIN' } });
    // The process receives the membership a moment later.
    await vi.waitFor(
      async () => expect((await post(key, ADVERTISER, { 'x-seat-id': String(seatId) })).status).toBe(409),
      { timeout: 10_000 },
    );
    expect(await stored()).toBe(1);
  });

  test('means nothing to another client', async () => {
    const key = randomUUID();
    const [one, two] = [await caller(), await caller()];
    await one.post(key);
    const { status, headers } = await two.post(key);
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('idempotency-replayed');
  });

  test('sent fifty times at once is stored once: the others wait for nothing and are 409 or replays', async () => {
    const { post, stored } = await caller();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(key)));
    const fresh = answers.filter(({ status, headers }) => status === 200 && !headers['idempotency-replayed']);
    expect(fresh).toHaveLength(1);
    for (const { status, body, headers } of answers)
      if (headers['idempotency-replayed']) expect(body).toEqual(fresh[0]?.body);
      else if (status !== 200) expect([status, body.errors.message]).toEqual([409, RUNNING]);
    expect(await stored()).toBe(1);
  });

  test('whose process died before it wrote is free again after two minutes, and 409 until then', async () => {
    const { post, leave, stored } = await caller();
    const key = randomUUID();
    await leave(key, { carriedOut: false, agoS: 119 });
    expect((await post(key)).body.errors.message).toBe(RUNNING);
    await leave(key, { carriedOut: false, agoS: 121 });
    expect((await post(key)).status).toBe(200);
    expect(await stored()).toBe(1);
  });

  test('whose process died after it wrote is never carried out again', async () => {
    const { post, leave, stored } = await caller();
    const key = randomUUID();
    await leave(key, { carriedOut: true, agoS: 119 });
    expect((await post(key)).body.errors.message).toBe(RUNNING);
    await leave(key, { carriedOut: true, agoS: 121 });
    const { status, body } = await post(key);
    expect([status, body.errors.message]).toEqual([409, LOST]);
    expect((await post(key, { ...ADVERTISER, name: 'Other' })).body.errors.message).toBe(TAKEN);
    expect(await stored()).toBe(0);
  });

  test('is forgotten after 24 hours', async () => {
    const { post, client, stored } = await caller();
    const key = randomUUID();
    await post(key);
    await system.db.idempotencyRecord.updateMany({
      where: { clientId: client.clientId },
      data: { startedAt: new Date(system.now().getTime() - 86_400_000) },
    });
    expect((await post(key, { ...ADVERTISER, name: 'Next day' })).status).toBe(200);
    expect(await stored()).toBe(2);
  });

  test('replays count against no write quota, and are served when it is used up', async () => {
    const { post, client } = await caller({ postPerMin: 1 });
    const key = randomUUID();
    const first = await post(key);
    const again = await post(key);
    expect(again.body).toEqual(first.body);
    expect(again.headers['ratelimit-remaining']).toBe('0');
    expect(await system.db.rateCall.count({ where: { userId: client.userId } })).toBe(1);
    expect((await post(randomUUID())).status).toBe(429);
  });

  test('that was refused by a quota runs when it is sent again', async () => {
    const { post, client, stored } = await caller({ postPerMin: 0 });
    const key = randomUUID();
    expect((await post(key)).status).toBe(429);
    await system.db.userQuota.update({ where: { userId: client.userId }, data: { postPerMin: 5 } });
    expect((await post(key)).status).toBe(200);
    expect(await stored()).toBe(1);
  });

  test.each([
    ['too long', 'x'.repeat(256), 'must be 1 to 255 visible ASCII characters.'],
    ['not plain text', 'a key', 'must be 1 to 255 visible ASCII characters.'],
    ['an email address', 'order-7-ada%40example.com', 'must not hold an email address.'],
  ])('400 for a key that is %s', async (_what, key, reason) => {
    const { post, stored } = await caller();
    const { status, body } = await post(key);
    expect(status).toBe(400);
    expect(body.errors.validationErrors).toEqual([
      { message: `Idempotency-Key ${reason}`, propertyName: 'Idempotency-Key' },
    ]);
    expect(await stored()).toBe(0);
  });

  test('a read takes no notice of it', async () => {
    const { headers } = await caller();
    const key = { ...headers, 'idempotency-key': randomUUID() };
    await send('GET', URL_, { headers: key });
    expect((await send('GET', URL_, { headers: key })).headers).not.toHaveProperty('idempotency-replayed');
  });
});

test('a response that takes more than 64 KiB is not stored: the error of a repeat says that the write was carried out', async () => {
  const ctx = await contextOf(system, await createClient(system));
  const app = Fastify();
  app.decorateRequest('caller');
  app.addHook('onRequest', async (request) => setCaller(request, ctx));
  replayWrites(app);
  let writes = 0;
  app.post('/:kib', async (request) => {
    await inTransaction(callerOf(request), async () => {
      writes += 1;
    });
    return randomBytes(Number((request.params as { kib: string }).kib) * 1024);
  });
  for (const [kib, replayed] of [
    [64, 200],
    [65, 500],
  ] as const) {
    writes = 0;
    const post = { method: 'POST', url: `/${kib}`, headers: { 'idempotency-key': randomUUID() } } as const;
    expect((await app.inject(post)).statusCode).toBe(200);
    const again = await app.inject(post);
    expect([again.statusCode, writes]).toEqual([replayed, 1]);
    if (replayed === 500) expect(again.json().message).toContain('its response was lost');
  }
});
