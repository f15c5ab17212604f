import { afterAll, expect, it } from 'vitest';
import { createClient, type TestClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';
import { anEvent, createPoster } from '../../support/traffic/intake.ts';

const system = await testSystem();
const { app, send } = await testApp(system);
afterAll(() => app.close());
const poster = await createPoster(system);

const SEND = `mutation ($input: SendPixelEventInput!, $dry: Boolean) { sendPixelEvent(input: $input, validateOnly: $dry) {
  __typename ... on SendPixelEventPayload { receiptId } ... on Error { message }
  ... on ValidationError { issues { path message } } } }`;

async function sent(
  event: unknown,
  options: { as?: TestClient; pixelId?: number; dry?: boolean; key?: string } = {},
) {
  const { as = poster.client, pixelId = poster.pixelId, dry = false, key } = options;
  const headers = { ...(await bearerHeaders(system, as)), ...(key && { 'idempotency-key': key }) };
  const variables = { input: { pixelId: String(pixelId), event }, dry };
  return (await send('POST', '/graphql', { headers, body: { query: SEND, variables } })).body.data
    .sendPixelEvent;
}

async function stored(): Promise<number> {
  const query = '{ eventReceipts(pixelId: "PIXEL") { totalCount } }'.replace('PIXEL', String(poster.pixelId));
  const headers = await bearerHeaders(system, poster.client);
  return (await send('POST', '/graphql', { headers, body: { query } })).body.data.eventReceipts.totalCount;
}

it('an event is stored with a receipt; a dry run and a test event store nothing', async () => {
  const before = await stored();
  expect(await sent(anEvent(), { dry: true })).toEqual({
    __typename: 'SendPixelEventPayload',
    receiptId: null,
  });
  expect(await sent(anEvent({ test_event_code: 'T1' }))).toMatchObject({ receiptId: null });
  expect(await stored()).toBe(before);
  expect(await sent(anEvent())).toMatchObject({ receiptId: expect.any(String) });
  expect(await stored()).toBe(before + 1);
});

it('the same Idempotency-Key stores an event once', async () => {
  const before = await stored();
  const event = anEvent();
  const first = await sent(event, { key: 'an-event-once' });
  expect(await sent(event, { key: 'an-event-once' })).toEqual(first);
  expect(await stored()).toBe(before + 1);
});

it('what the intake refuses is refused with its messages, dry or not', async () => {
  for (const dry of [true, false])
    expect(await sent({ event_time: 'soon' }, { dry })).toMatchObject({
      __typename: 'ValidationError',
      issues: expect.arrayContaining([{ path: '[0].event_time', message: expect.any(String) }]),
    });
});

it('a pixel of another seat is treated like one that does not exist', async () => {
  const { pixelId } = await createPoster(system);
  const [foreign, unknown] = [
    await sent(anEvent(), { pixelId }),
    await sent(anEvent(), { pixelId: 2_000_000_011 }),
  ];
  expect(foreign.__typename).toBe('ValidationError');
  expect(foreign).toEqual(unknown);
});

it('a client without the realm of events, or whose user only reads, sends none', async () => {
  const { seatId, pixelId } = poster;
  const made = { seatId, pixelIds: [pixelId] };
  for (const as of [
    await createClient(system, { ...made, realms: ['dsp'] }),
    await createClient(system, { ...made, role: 'VIEWER' }),
  ])
    expect((await sent(anEvent(), { as })).__typename).toBe('ForbiddenError');
});
