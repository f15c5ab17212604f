import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../../src/app.ts';
import { loadConfig } from '../../../../src/config.ts';
import { mintVmcid, readVmcid } from '../../../../src/domain/events/click/vmcid.ts';
import { activityChannel } from '../../../../src/domain/events/event/activity.ts';
import { listen } from '../../../../src/domain/notifications/live/listen.ts';
import { openDatabase } from '../../../../src/platform/database/connection/client.ts';
import { createClient } from '../../../support/actors.ts';
import { onCleanup } from '../../../support/on-cleanup.ts';
import { crash, freePort, startTokenProcess } from '../../../support/processes/start.ts';
import { testSystem } from '../../../support/system.ts';
import {
  anEvent,
  createAd,
  createPixel,
  createPoster,
  eventsOf,
  postEvents,
} from '../../../support/traffic/intake.ts';

const system = await testSystem();
const app = await buildApp({ system });

/** What another process has: its own connections and nothing of this one's memory. */
function otherProcess(overrides: Partial<typeof system> = {}) {
  const database = openDatabase({ url: system.database.url });
  onCleanup(() => database.close());
  return { ...system, db: database.prisma, pool: database.pool, ...overrides };
}
afterAll(() => app.close());

describe('two processes on one database', () => {
  it('count a conversion once and store an Idempotency-Key once', async () => {
    const apps = [app, await buildApp({ system: otherProcess() })];
    const own = await createPoster(system);
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const posts = ids.flatMap((id) =>
      Array.from({ length: 10 }, (_, n) =>
        (apps[n % 2] ?? app).inject({
          url: `/?vmcid=x&dp=d&id=${id}`,
          headers: { authorization: own.uploadToken },
        }),
      ),
    );
    expect(new Set((await Promise.all(posts)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const { rows } = await system.pool.query('SELECT event_id FROM conversion WHERE seat_id = $1', [
      own.seatId,
    ]);
    expect(rows).toHaveLength(20);

    const body = JSON.stringify([anEvent()]);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => postEvents(apps[n % 2] ?? app, own, body, headers)),
    );
    expect(answers.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true);
    expect(await eventsOf(system, own.pixelId)).toHaveLength(1);
    await apps[1]?.close();
  });

  it('a live view receives what another process accepts and refuses, without identity keys', async () => {
    const own = await createPoster(system);
    const heard: unknown[] = [];
    const stop = await listen({
      system: otherProcess(),
      channel: activityChannel(own.pixelId),
      onMessage: (payload) => heard.push(payload),
    });
    const email = 'c'.repeat(64);
    await postEvents(app, own, [anEvent({ user_data: { email } })]);
    await postEvents(app, own, [anEvent({ event_time: 'never' })]);
    await expect.poll(() => JSON.stringify(heard), { timeout: 5_000 }).toContain('REFUSED');
    const text = JSON.stringify(heard);
    expect(text).toContain('ACCEPTED');
    expect(text).toContain('"field":"event_time"');
    expect(text).not.toContain(email);
    stop();
  });

  it('a refused request for another seat’s pixel is not shown to that seat', async () => {
    const own = await createPoster(system);
    const foreign = await createPoster(system);
    const heard: unknown[] = [];
    const onMessage = (payload: unknown) => heard.push(payload);
    const stop = await listen({ system: otherProcess(), channel: activityChannel(own.pixelId), onMessage });
    await postEvents(app, { ...foreign, pixelId: own.pixelId }, [anEvent()]);
    await postEvents(app, own, [anEvent()]);
    await expect.poll(() => JSON.stringify(heard), { timeout: 5_000 }).toContain('ACCEPTED');
    expect(JSON.stringify(heard)).not.toContain('REFUSED');
    stop();
  });
});

describe('token verification by a second process (FLIGHTLINE_AUTH_URL)', () => {
  // covers: 1.token-verification-by-the-intake-interface.2
  it('queries it with its own token; while it is unavailable, known tokens pass and unknown ones get 503', async () => {
    const admin = await createClient(system, { realms: ['admin'] });
    // The audience of assertions is the address by which the token service is known.
    const service = await startTokenProcess(system, { port: await freePort() });
    const auth = { url: service.origin, clientId: admin.clientId, clientSecret: admin.clientSecret };
    const remote = otherProcess({ config: { ...system.config, auth } });
    const intake = await buildApp({ system: remote });
    const own = await createPoster(system);
    const status = async () => (await postEvents(intake, own, [anEvent()])).statusCode;
    // A service that has just started on a busy machine may take longer than is waited for.
    await expect.poll(status, { timeout: 20_000 }).toBe(200);
    expect((await postEvents(intake, { ...own, eventToken: 'made-up' }, [anEvent()])).statusCode).toBe(401);
    await crash(service);
    expect((await postEvents(intake, own, [anEvent()])).statusCode).toBe(200);
    const unknown = await postEvents(intake, { ...own, eventToken: 'another' }, [anEvent()]);
    expect([unknown.statusCode, unknown.headers['retry-after']]).toEqual([503, '1']);
    await intake.close();
  });

  it('credentials that the token service refuses are no open door either', async () => {
    const service = await startTokenProcess(system);
    const auth = { url: service.origin, clientId: 'nobody', clientSecret: 'x'.repeat(43) };
    const intake = await buildApp({ system: otherProcess({ config: { ...system.config, auth } }) });
    const own = await createPoster(system);
    expect((await postEvents(intake, own, [anEvent()])).statusCode).toBe(503);
    await intake.close();
  });
});

describe('FLIGHTLINE_INTAKE_AUTH=observe', () => {
  const config = loadConfig({ FLIGHTLINE_INTAKE_AUTH: 'observe' });

  // covers: 1.token-verification-by-the-intake-interface.4
  it('a bad or missing token is logged and not refused; the seat is the pixel’s or the click’s', async () => {
    const open = await buildApp({ system: otherProcess({ config }) });
    const own = await createPoster(system);
    const { seatId, advertiserId } = own;
    const ad = await createAd(system, { seatId, advertiserId });
    const requestId = `observed-${randomUUID()}`;
    for (const authorization of [undefined, 'Bearer made-up']) {
      const headers = { authorization, 'x-request-id': requestId };
      expect((await postEvents(open, own, [anEvent()], headers)).statusCode).toBe(200);
    }
    expect(await eventsOf(system, own.pixelId)).toMatchObject([{ seat_id: seatId }, { seat_id: seatId }]);
    const vmcid = mintVmcid(system, { seatId, advertiserId, ...ad });
    const id = randomUUID();
    await open.inject({ url: `/?vmcid=${vmcid}&dp=d&id=${id}` });
    await open.inject({ url: `/?vmcid=unknown&dp=d&id=${id}-2&.yp=${own.pixelId}` });
    const { rows } = await system.pool.query(
      'SELECT seat_id, line_id, pixel_id FROM conversion WHERE event_id LIKE $1 ORDER BY event_id',
      [`${id}%`],
    );
    expect(rows).toEqual([
      { seat_id: seatId, line_id: ad.lineId, pixel_id: null },
      { seat_id: seatId, line_id: null, pixel_id: own.pixelId },
    ]);
    const noted = system
      .logged()
      .split('\n')
      .filter((line) => line.includes('intake without a valid token'));
    expect(noted.filter((line) => line.includes(`"requestId":"${requestId}"`))).toHaveLength(2);
    await open.close();
  });

  it('an Idempotency-Key without a token is the seat’s: another seat may use the same', async () => {
    const open = await buildApp({ system: otherProcess({ config }) });
    const posters = [await createPoster(system), await createPoster(system)];
    const key = randomUUID();
    for (const own of posters) {
      const body = JSON.stringify([anEvent({ user_data: { platform_id: String(own.seatId) } })]);
      const headers = { authorization: undefined, 'idempotency-key': key };
      const [first, second] = [
        await postEvents(open, own, body, headers),
        await postEvents(open, own, body, headers),
      ];
      expect([first.statusCode, first.headers['idempotency-replayed']]).toEqual([200, undefined]);
      expect([second.statusCode, second.headers['idempotency-replayed']]).toEqual([200, 'true']);
      expect(await eventsOf(system, own.pixelId)).toHaveLength(1);
    }
    const clicks = await Promise.all(
      posters.map(async ({ seatId, advertiserId }) =>
        mintVmcid(system, { seatId, advertiserId, ...(await createAd(system, { seatId, advertiserId })) }),
      ),
    );
    for (const vmcid of clicks) {
      const headers = { 'idempotency-key': `${key}-conversion` };
      const answer = await open.inject({ url: `/?vmcid=${vmcid}&dp=d&id=${key}`, headers });
      expect([answer.statusCode, answer.headers['idempotency-replayed']]).toEqual([200, undefined]);
    }
    await open.close();
  });

  it('an on-page pixel takes no events without a token either', async () => {
    const open = await buildApp({ system: otherProcess({ config }) });
    const own = await createPoster(system);
    const { seatId, advertiserId } = own;
    const pixelId = await createPixel(system, { seatId, advertiserId, dotPixel: true });
    expect(
      (await postEvents(open, { ...own, pixelId }, [anEvent()], { authorization: undefined })).statusCode,
    ).toBe(400);
    await open.close();
  });
});

describe('click ids', () => {
  const click = { seatId: 1, advertiserId: 2, campaignId: 3, lineId: 4, adId: 5 };

  it('say nothing to others, differ each time and lead back to their click', () => {
    const [first, second] = [mintVmcid(system, click), mintVmcid(system, click)];
    expect(first).not.toBe(second);
    expect(first.length).toBeLessThanOrEqual(255);
    const timed = { ...click, clickedAt: expect.any(Date) };
    expect([first, second].map((vmcid) => readVmcid(system, vmcid))).toEqual([timed, timed]);
  });

  it('cannot be forged: every changed character and another master key make an unknown one', () => {
    const vmcid = mintVmcid(system, click);
    for (let n = 0; n < vmcid.length; n += 1) {
      const other = vmcid[n] === 'A' ? 'B' : 'A';
      expect(readVmcid(system, `${vmcid.slice(0, n)}${other}${vmcid.slice(n + 1)}`)).toBeUndefined();
    }
    expect(readVmcid({ masterKey: Buffer.alloc(32) }, vmcid)).toBeUndefined();
  });
});
