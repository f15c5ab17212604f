import { randomUUID } from 'node:crypto';
import { parse } from 'graphql';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createAdvertiser } from '../../../src/domain/campaigns/advertiser/create.ts';
import { createDeal } from '../../../src/domain/campaigns/deal/create.ts';
import { recordChange } from '../../../src/domain/notifications/history/record.ts';
import { createReport } from '../../../src/domain/reporting/report/create.ts';
import { loadRates } from '../../../src/domain/reporting/report/rates/load-rates.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { openSelection, resultOf } from '../../../src/graphql/server/streams/equal-selections.ts';
import { pausedStreams } from '../../../src/graphql/server/streams/pauses.ts';
import type { CallContext } from '../../../src/graphql/server/streams/sessions.ts';
import { contextOf, createClient, type TestClient, tokenFor } from '../../support/actors.ts';
import { testApp } from '../../support/app.ts';
import { ADVERTISER } from '../../support/seat.ts';
import { countStatements } from '../../support/statements.ts';
import { testSystem } from '../../support/system.ts';

vi.setConfig({ testTimeout: 60_000 });

const system = await testSystem();
const { app } = await testApp(system);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

const HOUR_S = 3_600;
/** A quarter of an hour before points come back, so that no token expires meanwhile. */
beforeEach(() => {
  const now = (system.now().getTime() / 1000) % HOUR_S;
  system.advance((HOUR_S * 1.75 - now) % HOUR_S);
});
const nextHour = (): number => (Math.floor(system.now().getTime() / 1000 / HOUR_S) + 1) * HOUR_S * 1000;

type Result = { readonly data?: unknown; readonly errors?: readonly object[] };
type Transport = 'SSE' | 'WebSocket';

/** Opens streams of a client, and collects their results. */
async function follower(client: TestClient, transport: Transport) {
  const authorization = `Bearer ${await tokenFor(system, client)}`;
  const socket =
    transport === 'WebSocket'
      ? createWsClient({
          url: `${origin.replace('http', 'ws')}/graphql`,
          webSocketImpl: WebSocket,
          connectionParams: { authorization },
          retryAttempts: 0,
          lazyCloseTimeout: 3_000,
        })
      : createSseClient({ url: `${origin}/graphql`, headers: { authorization }, retryAttempts: 0 });
  return (query: string) => {
    const received: Result[] = [];
    const results = socket.iterate({ query }) as AsyncIterableIterator<Result>;
    void (async () => {
      for await (const result of results) received.push(result);
    })().catch((error: unknown) => received.push({ errors: [error as object] }));
    return { received, close: async () => void (await results.return?.()) };
  };
}
type Stream = ReturnType<Awaited<ReturnType<typeof follower>>>;

/** A seat with deals, and a function that records changes of them. */
async function seatWith(deals: number) {
  const client = await createClient(system);
  const ctx = await contextOf(system, client);
  const ids: number[] = [];
  while (ids.length < deals) {
    const input = { ...DEAL, name: randomUUID(), exchangeDealId: randomUUID() };
    ids.push((await createDeal({ ctx, input })).id);
  }
  const change = (id: number, after: unknown, of = ctx) =>
    recordChange({ ctx: of, resource: 'Deal', id, action: 'UPDATE', after: { name: after } });
  const member = (graphqlPerHr?: number) =>
    createClient(system, { seatId: client.seatId, ...(graphqlPerHr && { quotas: { graphqlPerHr } }) });
  return { client, ctx, ids, change, member };
}
const DEAL = {
  status: 'ACTIVE',
  exchangeId: 1,
  description: 'D',
  accountIsExcluded: true,
};

async function ask(client: TestClient, query: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenFor(system, client)}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({ query }),
  });
  return JSON.parse((await response.text()).replace(/^.*data: /s, '').replace(/\n\nevent.*$/s, ''));
}

async function priceOf(client: TestClient, query: string): Promise<number> {
  const answer = await ask(client, query, { 'x-cost-only': 'true', accept: 'text/event-stream' });
  return answer.extensions.cost.requested;
}

const pointsLeft = async (client: TestClient): Promise<number> =>
  (await ask(client, '{ rateLimit { remaining } }')).data.rateLimit.remaining;

/** The names in the results; other results are returned unchanged. */
const namesIn = ({ received }: Stream) =>
  received.map((result) => {
    const { data } = result as { data?: { seatChanges: { fields: { after: unknown }[] } } };
    return data ? data.seatChanges.fields[0]?.after : result;
  });

/** Opens streams and waits until they receive changes. */
async function opened(streams: readonly Stream[], probe: () => Promise<unknown>): Promise<void> {
  await vi.waitFor(
    async () => {
      await probe();
      for (const { received } of streams) expect(received.length).toBeGreaterThan(0);
    },
    { timeout: 15_000, interval: 500 },
  );
  // Until all have received all probes.
  let before = -1;
  await vi.waitFor(
    () => {
      const count = streams.reduce((sum, { received }) => sum + received.length, 0);
      const isSettled = count === before;
      before = count;
      expect(isSettled).toBe(true);
    },
    { timeout: 15_000, interval: 500 },
  );
}

const HEAVY = 'subscription { seatChanges { id user { id } node { ... on Deal { id name description } } } }';

describe('each event of a subscription costs what a query of its selection does', () => {
  test('twenty equal streams and twenty changes: all are paid, each is read once', async () => {
    const { ids, change, member } = await seatWith(20);
    const client = await member(1_000_000);
    const open = {
      SSE: await follower(client, 'SSE'),
      WebSocket: await follower(client, 'WebSocket'),
    };
    const streams = Array.from({ length: 20 }, (_, n) => open[n % 2 ? 'SSE' : 'WebSocket'](HEAVY));
    const price = await priceOf(client, HEAVY);
    expect(price).toBeGreaterThan(1);
    await opened(streams, () => change(ids[0] ?? 0, 'probe'));
    const before = await pointsLeft(client);
    const received = streams.map((stream) => stream.received.length);
    const { statements } = await countStatements(system.pool, async () => {
      for (const [n, id] of ids.entries()) await change(id, `change ${n}`);
      await vi.waitFor(() => {
        for (const [n, stream] of streams.entries())
          expect(stream.received.length - (received[n] ?? 0)).toBe(20);
      }, 15_000);
    });
    const first = streams[0]?.received.slice(received[0]);
    for (const [n, stream] of streams.entries()) expect(stream.received.slice(received[n])).toEqual(first);
    expect(await pointsLeft(client)).toBe(before - 20 * 20 * price);
    expect(statements.filter((text) => /FROM .*"?deal"?/.test(text)).length).toBe(20);
    await Promise.all(streams.map(({ close }) => close()));
  });

  test('what pages of an event do not fill is given back', async () => {
    const { ids, change, member } = await seatWith(1);
    const client = await member(1_000_000);
    const query =
      'subscription { seatChanges { id node { ... on Deal { history(first: 10) { nodes { id } } } } } }';
    const stream = (await follower(client, 'SSE'))(query);
    expect(await priceOf(client, query)).toBe(12);
    await opened([stream], () => change(ids[0] ?? 0, 'probe'));
    const before = await pointsLeft(client);
    const received = stream.received.length;
    await change(ids[0] ?? 0, 'one');
    await vi.waitFor(() => expect(stream.received.length).toBe(received + 1), 5_000);
    const answer = JSON.stringify(stream.received.at(-1));
    // As of a query, all objects below `data`.
    const objects = (answer.match(/{/g) ?? []).length - 2;
    expect(objects).toBeLessThan(12);
    expect(await pointsLeft(client)).toBe(before - objects);
    await stream.close();
  });

  test('equal selections of several users of a seat are read once', async () => {
    const { ids, change, member } = await seatWith(1);
    const streams = await Promise.all(
      [1, 2, 3, 4].map(async () => (await follower(await member(), 'WebSocket'))(HEAVY)),
    );
    await opened(streams, () => change(ids[0] ?? 0, 'probe'));
    const received = streams.map((stream) => stream.received.length);
    const { statements } = await countStatements(system.pool, async () => {
      await change(ids[0] ?? 0, 'one');
      await vi.waitFor(() => {
        for (const [n, stream] of streams.entries())
          expect(stream.received.length - (received[n] ?? 0)).toBe(1);
      }, 15_000);
    });
    expect(statements.filter((text) => /FROM .*"?deal"?/.test(text)).length).toBe(1);
    await Promise.all(streams.map(({ close }) => close()));
  });

  test('what a role does not see is not shared with it', async () => {
    const { client, ctx, ids, change, member } = await seatWith(1);
    const viewer = await createClient(system, { seatId: client.seatId, role: 'VIEWER' });
    const query = 'subscription { seatChanges { id fields { path after } } }';
    const streams = [
      ...[(await follower(viewer, 'SSE'))(query), (await follower(await member(), 'SSE'))(query)],
      ...[(await follower(viewer, 'WebSocket'))(query), (await follower(client, 'WebSocket'))(query)],
    ];
    await opened(streams, () => change(ids[0] ?? 0, 'probe'));
    const after = { url: 'https://secret.example/token', description: 'shown' };
    await recordChange({ ctx, resource: 'Webhook', id: 1, action: 'CREATE', after });
    const url = JSON.stringify(after.url);
    await vi.waitFor(() => {
      for (const { received } of streams) expect(JSON.stringify(received.at(-1))).toContain('"shown"');
    }, 10_000);
    expect(streams.map(({ received }) => JSON.stringify(received).includes(url))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    await Promise.all(streams.map(({ close }) => close()));
  });

  test('what depends on the user is executed for each user, once', async () => {
    const client = await createClient(system);
    const others = await Promise.all([client, client].map(({ seatId }) => createClient(system, { seatId })));
    const document = parse('subscription { seatChanges { id } }');
    const callers = [client, client, ...others, client];
    const contexts = await Promise.all(callers.map((one) => contextOf(system, one)));
    const event = {};
    let executed = 0;
    const streams = contexts.map((ctx) => {
      const contextValue = ctx as CallContext;
      return { ctx: contextValue, selection: openSelection({ schema, document, contextValue }) };
    });
    const results = (what: (ctx: CallContext) => unknown) =>
      Promise.all(
        streams.map(({ ctx, selection }) =>
          resultOf({
            ...{ selection, event, ctx },
            execute: async (of) => {
              executed += 1;
              await new Promise((resolve) => setTimeout(resolve, 5));
              return { data: { what: what(of) } };
            },
          }),
        ),
      );
    const whats = (await results(({ actor }) => actor.userId)).map(({ data }) => data?.what);
    expect(whats).toEqual(callers.map(({ userId }) => userId));
    expect(executed).toBe(3);
    for (const { selection } of streams) selection.leave();
  });
});

describe.each(['SSE', 'WebSocket'] as const)('a stream without points over %s', (transport) => {
  const NAMES = 'subscription { seatChanges { id fields { path after } } }';
  const PRICE = 6;

  test('says so once, pauses, and resumes automatically with the last state of each resource', async () => {
    const { ids, change, member } = await seatWith(4);
    const client = await member(8 * PRICE);
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    const stream = (await follower(client, transport))(NAMES);
    await opened([stream], () => change(a, 'probe'));
    const isOut = () => stream.received.some(({ errors }) => errors);
    for (let n = 0; !isOut(); n += 1) {
      await change(a, `more ${n}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const resetAt = new Date(nextHour()).toISOString();
    for (let n = 0; n < 150; n += 1) await change([a, b, c][n % 3] ?? 0, `missed ${n}`);
    await change(d, 'only');
    await change(b, 'last');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    const before = namesIn(stream).length;
    expect(stream.received.at(-1)).toEqual({
      errors: [
        {
          message: expect.stringMatching(
            `^The event costs 6 points; \\d of the hour’s 48 are left. The subscription pauses until ${resetAt}.$`,
          ),
          extensions: { code: 'COST_LIMIT_EXCEEDED', resetAt },
        },
      ],
    });
    expect(stream.received.filter(({ errors }) => errors)).toHaveLength(1);
    system.advance((nextHour() - system.now().getTime()) / 1000);
    await vi.waitFor(() => expect(stream.received.length).toBe(before + 4), 10_000);
    expect(namesIn(stream).slice(before)).toEqual(['missed 147', 'missed 149', 'only', 'last']);
    await change(c, 'then');
    await vi.waitFor(() => expect(namesIn(stream).slice(before + 4)).toEqual(['then']), 10_000);
    await stream.close();
  });

  test('leaves nothing behind when it is closed, nor when its token expires', async () => {
    const { ids, change, member } = await seatWith(1);
    const client = await member(3 * PRICE);
    const streams = await Promise.all([0, 1].map(async () => (await follower(client, transport))(NAMES)));
    for (const _ of streams)
      await vi.waitFor(
        async () => {
          await change(ids[0] ?? 0, 'probe');
          expect(pausedStreams()).toBe(2);
        },
        { timeout: 20_000, interval: 300 },
      );
    await streams[0]?.close();
    await vi.waitFor(() => expect(pausedStreams()).toBe(1), 5_000);
    await system.db.apiClient.update({
      where: { id: client.clientId },
      data: { revokedAt: system.now() },
    });
    await vi.waitFor(() => expect(pausedStreams()).toBe(0), 8_000);
    await vi.waitFor(() => expect(JSON.stringify(streams[1]?.received.at(-1))).toContain('UNAUTHENTICATED'), {
      timeout: 10_000,
    });
  });

  test('reportStatus resumes with every transition in order', async () => {
    const { member } = await seatWith(0);
    const client = await member(2);
    const ctx = await contextOf(system, client);
    const { customerReportId } = await createReport({ ctx, input: REPORT });
    const stream = (await follower(client, transport))(
      `subscription { reportStatus(id: "${customerReportId}") { status } }`,
    );
    const states = () =>
      stream.received.map(
        ({ data }) => (data as { reportStatus: { status: string } } | undefined)?.reportStatus.status,
      );
    await vi.waitFor(() => expect(states()).toEqual(['SUBMITTED']), 5_000);
    const where = { customerReportId };
    const move = async (data: object) => {
      await system.db.report.update({ where, data });
      await system.pool.query(`SELECT pg_notify('flightline_live', $1)`, [
        JSON.stringify({ channel: 'reports', payload: customerReportId }),
      ]);
    };
    await move({ status: 'PROCESSING', startedAt: system.now() });
    await vi.waitFor(() => expect(states()).toEqual(['SUBMITTED', undefined]), 5_000);
    await move({ status: 'SUCCESS', progress: 100, finishedAt: system.now() });
    system.advance((nextHour() - system.now().getTime()) / 1000);
    await vi.waitFor(
      () => expect(states()).toEqual(['SUBMITTED', undefined, 'PROCESSING', 'SUCCESS']),
      10_000,
    );
  });

  test('liveDelivery resumes with the current metrics', async () => {
    await loadRates({ system, csv: 'day,currency,usdPerUnit\n2026-01-01,EUR,1.25' });
    const { client: owner, ctx, member } = await seatWith(0);
    const { id } = await createAdvertiser({ ctx, input: ADVERTISER });
    const query = `subscription { liveDelivery(advertiserId: "${id}") { spend { currency } } }`;
    const price = await priceOf(owner, query);
    const client = await member(price);
    const stream = (await follower(client, transport))(query);
    await vi.waitFor(() => expect(stream.received).toHaveLength(1), 5_000);
    expect(JSON.stringify(stream.received)).toContain('COST_LIMIT_EXCEEDED');
    await system.db.advertiser.update({ where: { id }, data: { currency: 'EUR' } });
    await system.pool.query(`SELECT pg_notify('flightline_live', $1)`, [
      JSON.stringify({ channel: 'delivery', payload: [id] }),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(stream.received).toHaveLength(1);
    system.advance((nextHour() - system.now().getTime()) / 1000);
    await vi.waitFor(() => expect(stream.received).toHaveLength(2), 10_000);
    expect(stream.received[1]).toEqual({ data: { liveDelivery: { spend: { currency: 'EUR' } } } });
    await stream.close();
  });
});

const REPORT = {
  dateTypeId: 10,
  intervalTypeId: 5,
  reportOption: { timezone: 'Etc/GMT', dimensionTypeIds: [6], metricTypeIds: [1], advertiserIds: [] },
};
