import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintVmcid } from '../../../src/domain/events/click/vmcid.ts';
import { countIdentities, storeIdentities } from '../../../src/domain/events/event/identities.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';
import {
  anEvent,
  createPixel,
  createPoster,
  eventsOf,
  type Poster,
  postEvents,
} from '../../support/traffic/intake.ts';

/** `Pixel.identityMatches` and `EventReceipt.identityMatches`. */

const system = await testSystem();
const { app, send } = await testApp(system);
afterAll(() => app.close());

const QUERY = `query ($id: ID!, $since: DateTime) {
  pixel(id: $id) { identityMatches(since: $since) { kind events checked matched } }
  eventReceipts(pixelId: $id) { nodes { identityMatches { kind events checked matched } } } }`;

async function matches(poster: Poster, variables: object = {}, as = poster) {
  await storeIdentities(system);
  const headers = await bearerHeaders(system, as.client);
  const body = { query: QUERY, variables: { id: poster.pixelId, ...variables } };
  return (await send('POST', '/graphql', { headers, body })).body.data;
}

const KNOWN = createHash('sha256').update('ada@example.com').digest('hex');
const DEVICE = randomUUID();
let poster: Poster;

/** An advertiser with an audience of one address and one of one device, hashed in upper case. */
async function withAudiences(): Promise<Poster> {
  const poster = await createPoster(system);
  const { seatId, advertiserId } = poster;
  const device = createHash('sha256').update(DEVICE.toUpperCase()).digest('hex');
  for (const [number, kind, hash] of [
    [1, 'email_address', KNOWN],
    [2, 'device_id', device],
  ] as const)
    await system.db.audience.create({
      data: {
        ...{ seatId, advertiserId, number, kind, name: kind, size: 1 },
        members: { create: [{ hash: Buffer.from(hash, 'hex') }] },
      },
    });
  return poster;
}

beforeAll(async () => {
  poster = await withAudiences();
});

it('says how many events had which key, and how many keys are in an audience or of a click', async () => {
  const { seatId, advertiserId } = poster;
  const click = { seatId, advertiserId, campaignId: 1, lineId: 1, adId: 1 };
  const users = [
    { email: KNOWN.toUpperCase(), vmcid: mintVmcid(system, click) },
    { he: 'b'.repeat(64), vmcid: mintVmcid(system, { ...click, advertiserId: advertiserId + 1 }) },
    { idfa: DEVICE, vmcid: 'none' },
    { gpsaid: DEVICE.toUpperCase(), platform_id: 'cookie' },
  ];
  const answer = await postEvents(
    app,
    poster,
    users.map((user_data) => anEvent({ user_data })),
  );
  expect(answer.statusCode).toBe(200);
  const stored = [
    { kind: 'email', events: 2, checked: 2, matched: 1 },
    { kind: 'idfa', events: 1, checked: 1, matched: 1 },
    { kind: 'gpsaid', events: 1, checked: 1, matched: 1 },
    { kind: 'platform_id', events: 1, checked: 0, matched: null },
  ];
  const { pixel, eventReceipts } = await matches(poster);
  expect(pixel.identityMatches).toEqual([...stored, { kind: 'vmcid', events: 3, checked: 3, matched: 1 }]);
  expect(eventReceipts.nodes).toEqual([{ identityMatches: stored }]);
  const { rows } = await system.pool.query('SELECT * FROM event_identity WHERE pixel_id = $1', [
    poster.pixelId,
  ]);
  expect(JSON.stringify(rows)).not.toContain(KNOWN);
});

it('counts all events of a large array and looks up 25 keys of it', async () => {
  const poster = await createPoster(system);
  await postEvents(
    app,
    poster,
    Array.from({ length: 60 }, () => anEvent({ user_data: { email: KNOWN } })),
  );
  const found = [{ kind: 'email', events: 60, checked: 25, matched: 0 }];
  const { pixel, eventReceipts } = await matches(poster);
  expect(pixel.identityMatches).toEqual(found);
  expect(eventReceipts.nodes).toEqual([{ identityMatches: found }]);
});

it('looks up 500 keys in all before it stores', async () => {
  const { seatId, advertiserId } = await createPoster(system);
  const users = Array.from({ length: 25 }, () => ({
    ...{ email: KNOWN, idfa: randomUUID(), gpsaid: randomUUID(), vmcid: 'none' },
  }));
  const pixelIds: number[] = [];
  for (let n = 0; n < 6; n += 1) pixelIds.push(await createPixel(system, { seatId, advertiserId }));
  await storeIdentities(system);
  for (const id of pixelIds)
    countIdentities(
      system,
      { id, seatId, advertiserId },
      users.map((user_data) => ({ user_data, event_time: 0, action_source: 'WEBSITE' })),
    );
  await storeIdentities(system);
  const { rows } = await system.pool.query(
    `SELECT sum(events)::int AS events, sum(checked)::int AS checked FROM event_identity
     WHERE pixel_id = ANY ($1) GROUP BY pixel_id ORDER BY pixel_id`,
    [pixelIds],
  );
  expect(rows).toEqual([100, 100, 100, 100, 100, 0].map((checked) => ({ events: 100, checked })));
});

it('tests, refused events and repetitions are not counted, nor hours before `since`', async () => {
  const poster = await createPoster(system);
  const user = { user_data: { email: KNOWN } };
  await postEvents(app, poster, [anEvent({ ...user, test_event_code: 'T' })]);
  await postEvents(app, poster, [anEvent(user), {}]);
  // One body: another second would make another request of it.
  const events = [anEvent(user)];
  for (let time = 0; time < 2; time += 1)
    await postEvents(app, poster, events, { 'idempotency-key': poster.client.clientId });
  const { pixel, eventReceipts } = await matches(poster);
  expect(pixel.identityMatches).toMatchObject([{ kind: 'email', events: 1 }]);
  // The repetition has a receipt without events.
  expect(eventReceipts.nodes.map((one: { identityMatches: unknown }) => one.identityMatches)).toEqual([
    null,
    [expect.objectContaining({ events: 1 })],
  ]);
  expect(await eventsOf(system, poster.pixelId)).toHaveLength(1);
  const later = new Date(Date.now() + 3_600_000).toISOString();
  expect((await matches(poster, { since: later })).pixel.identityMatches).toEqual([]);
});

it('audiences of another advertiser do not count, and a foreign pixel is treated like one that does not exist', async () => {
  const other = await withAudiences();
  await system.pool.query(
    'DELETE FROM audience_member USING audience a WHERE a.id = audience_id AND a.seat_id = $1',
    [other.seatId],
  );
  await postEvents(app, other, [anEvent({ user_data: { email: KNOWN } })]);
  expect((await matches(other)).pixel.identityMatches).toEqual([
    { kind: 'email', events: 1, checked: 1, matched: 0 },
  ]);
  const foreign = await matches(poster, {}, other);
  expect(foreign).toEqual(await matches({ ...poster, pixelId: 2_000_000_011 }, {}, other));
  expect(foreign.pixel).toBeNull();
});
