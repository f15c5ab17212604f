import { afterEach, expect, test, vi } from 'vitest';
import { placeOf } from '../../../src/domain/access/tenancy/place.ts';
import { makeDueReports } from '../../../src/domain/reporting/saved-report/make-due.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { answersOf, cliOn } from '../../support/cli.ts';
import { runningService, settingsOf } from '../../support/running-service.ts';
import { testSystem } from '../../support/system.ts';
import { createPoster } from '../../support/traffic/intake.ts';

const system = await testSystem();
const other = await testSystem();
const cli = cliOn(system);
afterEach(() => vi.unstubAllEnvs());

const answerOf = answersOf(system);
const within = (ms: number, check: () => Promise<void>) => vi.waitFor(check, { timeout: ms, interval: 50 });

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
type Service = Awaited<ReturnType<typeof runningService>>;
const statusOf = async (service: Service, token: string) =>
  (
    await service.call('/graphql', {
      method: 'POST',
      headers: bearer(token),
      body: JSON.stringify({ query: '{ viewer { id } }' }),
    })
  ).status;
const postStatus = async (service: Service, pixelId: number, token: string) =>
  (
    await service.call(`/v1/pixels/${pixelId}/events`, {
      method: 'POST',
      headers: { ...bearer(token), 'x-auth-method': 'OAuth2', 'x-auth-token': token },
      body: '[]',
    })
  ).status;

test('drain takes a process out of rotation while it answers, and puts it back', {
  timeout: 120_000,
}, async () => {
  const service = await runningService(system);
  const ready = async () => (await service.call('/readyz')).status;
  expect(await ready()).toBe(200);
  const { processes } = await answerOf('drain', 'on');
  expect(processes).toEqual([{ processId: expect.any(String), origin: service.origin, draining: true }]);
  await within(3_000, async () => expect(await ready()).toBe(503));
  expect(await (await service.call('/readyz')).json()).toMatchObject({
    reasons: ['An operator took this process out of rotation.'],
  });
  expect((await service.call('/healthz')).status).toBe(200);
  expect(await answerOf('drain', 'status')).toMatchObject({
    processes: [{ origin: service.origin, draining: true, services: expect.arrayContaining(['graphql']) }],
  });
  await answerOf('drain', 'off');
  await within(3_000, async () => expect(await ready()).toBe(200));
});

test('of several processes the one to drain is named, or all are', { timeout: 120_000 }, async () => {
  const [one, other] = [await runningService(system), await runningService(system)];
  const refused = await cli('drain', 'on');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/^2 processes run: choose one/)]);
  const { processes } = await answerOf('drain', 'status');
  const { processId } = processes.find(({ origin }: { origin: string }) => origin === other.origin);
  await answerOf('drain', 'on', '--process', processId.slice(0, 8));
  await within(3_000, async () => expect((await other.call('/readyz')).status).toBe(503));
  expect((await one.call('/readyz')).status).toBe(200);
  await answerOf('drain', 'on', '--all');
  await within(3_000, async () => expect((await one.call('/readyz')).status).toBe(503));
  expect((await cli('drain', 'on', '--process', 'ffff-none')).code).toBe(1);
});

test('a suspended client is refused by every process within 5 seconds, also on intake, until it is resumed', {
  timeout: 120_000,
}, async () => {
  const poster = await createPoster(system);
  const { clientId } = poster.client;
  const token = await tokenFor(system, poster.client);
  const services = [await runningService(system), await runningService(system)];
  for (const service of services) {
    expect(await statusOf(service, token)).toBe(200);
    expect(await postStatus(service, poster.pixelId, poster.eventToken)).toBe(400);
  }
  expect(await answerOf('client', 'suspend', '--client', clientId)).toEqual({ clientId, suspended: true });
  await within(5_000, async () => {
    for (const service of services) {
      expect(await statusOf(service, token)).toBe(401);
      expect(await postStatus(service, poster.pixelId, poster.eventToken)).toBe(401);
    }
  });
  const { clients } = await answerOf('client', 'list', '--seat', `${poster.seatId}`);
  expect(clients).toMatchObject([{ clientId, suspendedAt: expect.any(String) }]);
  expect(await answerOf('client', 'resume', '--client', clientId)).toEqual({ clientId, suspended: false });
  await within(5_000, async () => {
    for (const service of services) {
      expect(await statusOf(service, token)).toBe(200);
      expect(await postStatus(service, poster.pixelId, poster.eventToken)).toBe(400);
    }
  });
});

test('signing-keys rotate --now: tokens of before are refused by every process within 6 seconds, new ones pass', {
  timeout: 120_000,
}, async () => {
  const poster = await createPoster(system);
  const old = await tokenFor(system, poster.client);
  const services = [await runningService(system), await runningService(system)];
  for (const service of services) {
    expect(await statusOf(service, old)).toBe(200);
    expect(await postStatus(service, poster.pixelId, poster.eventToken)).toBe(400);
  }
  const { withdrawn, signingKeys } = await answerOf('signing-keys', 'rotate', '--now');
  expect([withdrawn > 0, signingKeys]).toEqual([true, [expect.objectContaining({ state: 'signs' })]]);
  await within(6_000, async () => {
    for (const service of services) {
      expect(await statusOf(service, old)).toBe(401);
      expect(await postStatus(service, poster.pixelId, poster.eventToken)).toBe(401);
    }
  });
  await within(6_000, async () => {
    const token = await tokenFor(system, poster.client);
    for (const service of services) expect(await statusOf(service, token)).toBe(200);
  });
});

test('signing-keys rotate publishes the next key, and tokens of before stay valid', {
  timeout: 120_000,
}, async () => {
  const token = await tokenFor(system, await createClient(system));
  const { withdrawn, signingKeys } = await answerOf('signing-keys', 'rotate');
  expect(withdrawn).toBe(0);
  expect(signingKeys.map(({ state }: { state: string }) => state).sort()).toEqual(['next', 'signs']);
  expect(await statusOf(await runningService(system), token)).toBe(200);
  const { stdout } = await cli('signing-keys', 'list');
  expect(stdout).not.toMatch(/PRIVATE|privateKey/);
});

test('a copy of the database starts with outgoing work off, says so, and works once it is adopted', {
  timeout: 120_000,
}, async () => {
  const address = { FLIGHTLINE_PUBLIC_URL: 'http://flightline.example' };
  const first = await runningService(system, address);
  expect(await (await first.call('/readyz')).json()).toEqual({ status: 'ready' });
  await first.stop();
  // As a dump that was restored elsewhere: the server and the database have other identifiers.
  await system.pool.query(`UPDATE operation_state SET place = '1:2'`);
  const rehearsal = await runningService(system, { FLIGHTLINE_PUBLIC_URL: 'http://rehearsal.example' });
  await rehearsal.stop();
  const isSame = 'its public address is that of the original';
  expect(system.logged()).not.toContain(isSame);
  const copy = await runningService(system, address);
  const away =
    'The database is a copy of one that ran elsewhere: webhooks and scheduled reports are off until it is adopted.';
  expect(await (await copy.call('/readyz')).json()).toEqual({ status: 'ready', away: [away] });
  expect(system.logged()).toContain(isSame);
  expect(await makeDueReports({ ...system, operation: { draining: false, outgoing: false } })).toBe(0);

  const hook = await system.db.webhook.create({
    data: {
      seatId: (await createClient(system)).seatId,
      url: 'https://127.0.0.1:8443/',
      events: ['line.status'],
      advertiserIds: [],
      secret: Buffer.alloc(1),
    },
  });
  const delivery = await system.db.webhookDelivery.create({
    data: {
      webhookId: hook.id,
      messageId: 'msg_1',
      event: 'line.status',
      resource: 'Line:1',
      payload: '{}',
      nextAttemptAt: new Date(0),
      createdAt: new Date(),
    },
  });
  const holder = async () => (await system.db.webhook.findUniqueOrThrow({ where: { id: hook.id } })).holder;
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect([
    await holder(),
    (await system.db.webhookDelivery.findUniqueOrThrow({ where: { id: delivery.id } })).attempts,
  ]).toEqual([null, 0]);

  expect(await answerOf('database', 'adopt')).toEqual({ adopted: true });
  await within(4_000, async () =>
    expect(await (await copy.call('/readyz')).json()).toEqual({ status: 'ready' }),
  );
  await within(4_000, async () => expect(await holder()).not.toBeNull());
  await system.db.webhook.delete({ where: { id: hook.id } });
  expect(await answerOf('database', 'adopt')).toEqual({ adopted: false });
});

test('two databases of one server are two places', { timeout: 120_000 }, async () => {
  const place = (one: typeof system) => placeOf({ ...one, config: settingsOf(one) });
  expect(await place(system)).toMatch(/^\d+:\d+$/);
  expect(await place(system)).not.toBe(await place(other));
});
