import { randomUUID } from 'node:crypto';
import { type ExecutionResult, parse, subscribe } from 'graphql';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { readVmcid } from '../../../src/domain/events/click/vmcid.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { openDatabase } from '../../../src/platform/database/connection/client.ts';
import { contextOf, createClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';
import { anEvent, createAd, createPoster, type Poster, postEvents } from '../../support/traffic/intake.ts';

const system = await testSystem();
const { app, send } = await testApp(system);
afterAll(() => app.close());
const poster = await createPoster(system);
const { seatId, advertiserId } = poster;
const ad = await createAd(system, { seatId, advertiserId });

async function ask(query: string, variables: object = {}, as: Poster = poster) {
  const headers = await bearerHeaders(system, as.client);
  return (await send('POST', '/graphql', { headers, body: { query, variables } })).body;
}

const post = (id: string, vmcid: string, headers: Record<string, string> = {}) =>
  app.inject({
    url: `/?dp=d&id=${id}&vmcid=${vmcid}`,
    headers: { authorization: poster.uploadToken, ...headers },
  });

describe('createClick', () => {
  const mutation = `mutation ($input: CreateClickInput!) { createClick(input: $input) {
    __typename ... on CreateClickPayload { vmcid } ... on NotFoundError { message } } }`;

  it('mints a click id of an ad; another seat’s ad is as unknown as any', async () => {
    for (const adId of [String(ad.adId), `Ad:${ad.adId}`]) {
      const { data } = await ask(mutation, { input: { adId } });
      expect(readVmcid(system, data.createClick.vmcid)).toMatchObject({ seatId, advertiserId, ...ad });
    }
    const foreign = await createPoster(system);
    const { data } = await ask(mutation, { input: { adId: String(ad.adId) } }, foreign);
    const unknown = await ask(mutation, { input: { adId: '999999999' } }, foreign);
    expect(data.createClick).toEqual({ __typename: 'NotFoundError', message: 'Ad not found.' });
    expect(unknown.data).toEqual(data);
  });
});

describe('eventReceipts', () => {
  const query = `query ($pixelId: ID!, $filter: EventReceiptFilter, $first: Int, $after: String) {
    eventReceipts(pixelId: $pixelId, filter: $filter, first: $first, after: $after) { totalCount
      nodes { outcome eventCount idempotencyKey clientId } pageInfo { hasNextPage endCursor } } }`;

  it('says what became of what was sent, newest first, page by page, by key and by outcome', async () => {
    const own = await createPoster(system);
    const key = randomUUID();
    const body = JSON.stringify([anEvent(), anEvent()]);
    await postEvents(app, own, [anEvent()]);
    for (const _ of 'ab') await postEvents(app, own, body, { 'idempotency-key': key });
    const { clientId } = own.client;
    const accepted = { outcome: 'ACCEPTED', eventCount: 2, idempotencyKey: key, clientId };
    const pixelId = String(own.pixelId);

    const first = (await ask(query, { pixelId, first: 2 }, own)).data.eventReceipts;
    expect(first.totalCount).toBe(3);
    expect(first.nodes).toEqual([{ ...accepted, outcome: 'DUPLICATE' }, accepted]);
    const after = first.pageInfo.endCursor;
    const second = (await ask(query, { pixelId, after }, own)).data.eventReceipts;
    expect(second.nodes).toEqual([{ ...accepted, eventCount: 1, idempotencyKey: null }]);
    expect(second.pageInfo.hasNextPage).toBe(false);
    const filter = { idempotencyKey: key, outcome: 'ACCEPTED' };
    expect((await ask(query, { pixelId, filter }, own)).data.eventReceipts.nodes).toEqual([accepted]);
    expect((await ask(query, { pixelId })).data.eventReceipts).toMatchObject({ totalCount: 0, nodes: [] });
  });

  it('a bad cursor or page size is an error that names it', async () => {
    const pixelId = String(poster.pixelId);
    for (const [name, value] of [
      ['after', 'x'],
      ['first', 101],
      ['first', 0],
    ] as const) {
      const { errors } = await ask(query, { pixelId, [name]: value });
      expect(errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: name });
    }
  });
});

describe('receipts', () => {
  it('have the arguments of paging that they take, and no others', async () => {
    const { data } = await ask('{ __type(name: "Query") { fields { name args { name } } } }');
    for (const field of ['eventReceipts', 'conversionReceipts']) {
      const { args } = data.__type.fields.find(({ name }: { name: string }) => name === field);
      const names = args.map(({ name }: { name: string }) => name);
      expect(names).toEqual(expect.arrayContaining(['first', 'after', 'filter']));
      expect(names).not.toContain('last');
      expect(names).not.toContain('before');
    }
  });
});

describe('conversionReceipts', () => {
  const query = `query ($filter: ConversionReceiptFilter) { conversionReceipts(filter: $filter) {
    totalCount nodes { outcome reason eventId dp idempotencyKey } } }`;

  it('distinguishes accepted, unattributed and duplicate conversions', async () => {
    const { data } = await ask(
      `mutation { createClick(input: {adId: "${ad.adId}"}) { ... on CreateClickPayload { vmcid } } }`,
    );
    const { vmcid } = data.createClick;
    const key = randomUUID();
    await post('1', vmcid, { 'idempotency-key': key });
    await post('1', vmcid);
    await post('2', 'unknown');
    const receipts = async (filter?: object) => (await ask(query, { filter })).data.conversionReceipts;
    expect((await receipts()).nodes).toEqual([
      { outcome: 'UNATTRIBUTED', reason: 'UNKNOWN_CLICK', eventId: '2', dp: 'd', idempotencyKey: null },
      { outcome: 'DUPLICATE', reason: 'REPEATED_ID', eventId: '1', dp: 'd', idempotencyKey: null },
      { outcome: 'ACCEPTED', reason: null, eventId: '1', dp: 'd', idempotencyKey: key },
    ]);
    expect((await receipts({ idempotencyKey: key })).totalCount).toBe(1);
    expect((await receipts({ eventId: '1' })).totalCount).toBe(2);
    expect((await receipts({ outcome: 'UNATTRIBUTED' })).nodes).toHaveLength(1);
    expect((await receipts({ since: new Date(Date.now() + 60_000) })).totalCount).toBe(0);
  });
});

describe('subscription conversionReceipts', () => {
  const document = parse('subscription { conversionReceipts { outcome eventId } }');
  const watch = async (who: Poster) => {
    const contextValue = await contextOf(system, who.client);
    return (await subscribe({ schema, document, contextValue })) as AsyncIterableIterator<ExecutionResult>;
  };

  it('sends each conversion of the seat once when it arrives, and none of another seat', async () => {
    const [own, foreign] = [await watch(poster), await watch(await createPoster(system))];
    const [first, never] = [own.next(), foreign.next()];
    // It begins to listen with the first question.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await post('live-1', 'unknown');
    expect((await first).value.data.conversionReceipts).toEqual({
      outcome: 'UNATTRIBUTED',
      eventId: 'live-1',
    });
    await post('live-1', 'unknown');
    await post('live-2', 'unknown');
    const receipts = [await own.next(), await own.next()].map(({ value }) => value.data.conversionReceipts);
    expect(receipts).toEqual([
      { outcome: 'DUPLICATE', eventId: 'live-1' },
      { outcome: 'UNATTRIBUTED', eventId: 'live-2' },
    ]);
    const silence = new Promise((resolve) => setTimeout(resolve, 300, 'silence'));
    expect(await Promise.race([never, silence])).toBe('silence');
    await own.return?.();
    await foreign.return?.();
  });
});

describe('segments', () => {
  it('count the events that carry their category, label and action, as of now', async () => {
    const own = await createPoster(system);
    const create = `mutation ($input: CreateSegmentInput!) { createSegment(input: $input) { __typename
      ... on CreateSegmentPayload { segment { id eventCategory eventCount } } ... on ValidationError { issues { path } } } }`;
    const input = {
      pixelId: `Pixel:${own.pixelId}`,
      name: 'Buyers',
      eventCategory: 'purchase',
      eventAction: 'buy',
    };
    const { segment } = (await ask(create, { input }, own)).data.createSegment;
    expect(segment).toMatchObject({ eventCategory: 'purchase', eventCount: 0 });
    await postEvents(app, own, [
      anEvent(),
      anEvent({ custom_data: { ec: 'purchase', ea: 'look' } }),
      anEvent({ custom_data: { ec: 'purchase', el: 'x', ea: 'buy' } }),
    ]);
    const { data } = await ask(
      `{ pixel(id: "${own.pixelId}") { segments { totalCount nodes { id name eventCount } } } }`,
      {},
      own,
    );
    expect(data.pixel.segments).toEqual({
      totalCount: 1,
      nodes: [{ id: segment.id, name: 'Buyers', eventCount: 2 }],
    });
    const foreign = (await ask(create, { input })).data.createSegment;
    expect(foreign).toMatchObject({ __typename: 'ValidationError', issues: [{ path: 'pixelId' }] });
    expect((await ask(`{ segment(id: "${segment.id}") { id } }`)).data.segment).toBeNull();
  });
});

describe('the allow-list of a pixel', () => {
  const mutation = `mutation ($input: UpdatePixelClientsInput!) { updatePixelClients(input: $input) { __typename
    ... on UpdatePixelClientsPayload { clientIds } ... on ValidationError { issues { path } } } }`;

  it('a client that is put on it may post at once; one of another seat cannot be put on it', async () => {
    const own = await createPoster(system);
    await system.db.clientPixel.deleteMany({ where: { pixelId: own.pixelId } });
    expect((await postEvents(app, own, [anEvent()])).statusCode).toBe(400);
    const { clientId } = own.client;
    const { pixelId } = own;
    const input = { pixelId: String(pixelId), added: [clientId] };
    expect((await ask(mutation, { input }, own)).data.updatePixelClients.clientIds).toEqual([clientId]);
    expect((await postEvents(app, own, [anEvent()])).statusCode).toBe(200);
    const foreign = { pixelId: String(pixelId), added: [poster.client.clientId] };
    expect((await ask(mutation, { input: foreign }, own)).data.updatePixelClients).toMatchObject({
      issues: [{ path: 'added[0]' }],
    });
    const { data } = await ask(`{ pixel(id: "${pixelId}") { clientIds } }`, {}, own);
    expect(data.pixel.clientIds).toEqual([clientId]);
  });

  it('is for admins', async () => {
    const editor = { ...poster, client: await createClient(system, { seatId, role: 'EDITOR' }) };
    const input = { pixelId: String(poster.pixelId), added: [] };
    const { data } = await ask(mutation, { input }, editor);
    expect(data.updatePixelClients.__typename).toBe('ForbiddenError');
  });
});

describe('subscription pixelEvents', () => {
  const watch = (pixelId: number, who: Poster) => watchBy(`pixelId: "${pixelId}"`, who);

  async function watchBy(args: string, who: Poster) {
    const document = parse(`subscription { pixelEvents(${args}) {
      pixel { id } outcome eventCount message errors { index field } events { eventCategory value identities } } }`);
    const contextValue = await contextOf(system, who.client);
    return (await subscribe({ schema, document, contextValue })) as AsyncIterableIterator<ExecutionResult>;
  }

  it('shows in one process what another one accepts and refuses, without identity keys', async () => {
    const database = openDatabase({ url: system.database.url });
    const posting = await buildApp({ system: { ...system, db: database.prisma, pool: database.pool } });
    const own = await createPoster(system);
    const activities = await watch(own.pixelId, own);
    const first = activities.next();
    // It begins to listen with the first question.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await postEvents(posting, own, [anEvent()]);
    await postEvents(posting, own, [{}]);
    expect((await first).value.data.pixelEvents).toEqual({
      pixel: { id: `Pixel:${own.pixelId}` },
      outcome: 'ACCEPTED',
      eventCount: 1,
      message: null,
      errors: [],
      events: [{ eventCategory: 'purchase', value: '12.5', identities: ['email', 'idfa'] }],
    });
    expect((await activities.next()).value.data.pixelEvents).toEqual({
      pixel: { id: `Pixel:${own.pixelId}` },
      outcome: 'REFUSED',
      eventCount: null,
      message: 'Error. Request does not match specs.',
      errors: [
        { index: 0, field: 'event_time' },
        { index: 0, field: 'user_data' },
      ],
      events: [],
    });
    await activities.return?.();
    await posting.close();
    await database.close();
  });

  it('takes exactly one of its arguments, and says which is one too many', async () => {
    const { pixelId } = poster;
    expect(await watchBy(`pixelId: ${pixelId}, advertiserId: 1`, poster)).toMatchObject({
      errors: [{ message: 'Argument "advertiserId" cannot be given with "pixelId".' }],
    });
    expect(await watchBy('pixelId: null', poster)).toMatchObject({
      errors: [
        { message: 'Argument "pixelId" must be given, or "pixelIds" or "advertiserId" in its place.' },
      ],
    });
  });

  it('another seat’s pixel cannot be watched', async () => {
    const foreign = await createPoster(system);
    expect(await watch(foreign.pixelId, poster)).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT', argument: 'pixelId' } }],
    });
  });
});
