import { createClient as createWsClient } from 'graphql-ws';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { sendLive } from '../../../src/domain/notifications/live/send.ts';
import { liveMessage } from '../../../src/platform/database/rows/publish.ts';
import { DELIVERY } from '../../../src/warehouse/delivery/notify.ts';
import { reportingService } from '../../rest/reporting/support.ts';
import { type TestClient, tokenFor } from '../../support/actors.ts';
import { countStatements } from '../../support/statements.ts';

vi.setConfig({ testTimeout: 60_000 });

const service = await reportingService({ worker: false });
const { app, system } = service;
const origin = await app.listen({ host: '127.0.0.1', port: 0 });

const QUERY = `subscription ($id: ID!, $range: DateRangeInput) {
  liveDelivery(advertiserId: $id, range: $range) { impressions } }`;
const dayOf = (n: number) => `2026-02-${String(n).padStart(2, '0')}`;

interface Range {
  readonly preset?: string;
  readonly between?: { readonly start: string; readonly end: string };
}

async function opener(client: TestClient) {
  const socket = createWsClient({
    url: `${origin.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${await tokenFor(system, client)}` },
    retryAttempts: 0,
  });
  /** The last event of a stream, and the number of its events. */
  const open = (id: number, range?: Range) => {
    const received: { last?: unknown; times: number; errors?: unknown } = { times: 0 };
    const results = socket.iterate<{ liveDelivery: { impressions: number } }>({
      query: QUERY,
      variables: { id, range },
    });
    void (async () => {
      for await (const { data, errors } of results)
        Object.assign(received, { last: data?.liveDelivery.impressions, times: received.times + 1, errors });
    })().catch((error: unknown) => Object.assign(received, { errors: error }));
    return { received, close: () => results.return?.() };
  };
  return { open, close: () => socket.dispose() };
}

test('120 streams with ranges of their own read the facts by one statement a second, whatever happens', async () => {
  const first = await service.client();
  const { ids } = await service.advertiser(first, { timezone: 'America/New_York' });
  const [{ ids: other }, { ids: third }] = [
    await service.advertiser(first),
    await service.advertiser(first, { timezone: 'Asia/Kolkata' }),
  ];
  const advertisers = [ids, other, third];
  const clients = [first];
  while (clients.length < 12) clients.push(await service.client({ seatId: first.seatId }));
  const openers = await Promise.all(clients.map(opener));
  const ranges: Range[] = [];
  for (let start = 1; start <= 15; start += 1)
    for (let end = start; end < start + 8; end += 1)
      ranges.push({ between: { start: dayOf(start), end: dayOf(end) } });
  ranges.splice(0, 4, ...['TODAY', 'ALL_TIME', 'LAST_7_DAYS'].map((preset) => ({ preset })), {
    between: { start: '2026-02-28', end: '2026-02-28' },
  });
  const began = performance.now();
  const { statements, result: streams } = await countStatements(system.pool, async () => {
    const streams = ranges.map((range, n) => {
      const id = (advertisers[n % 3] as typeof ids).advertiserId;
      return { id, range, ...(openers[n % 12] as (typeof openers)[0]).open(id, range) };
    });
    await vi.waitFor(() => {
      for (const { received } of streams) expect(received).toEqual({ last: 0, times: 1 });
    }, 10_000);
    for (let load = 0; load < 3; load += 1)
      await service.load(
        advertisers.flatMap(({ advertiserId, campaignId, lineId }, n) =>
          Array.from({ length: 20 }, (_, hour) => ({
            ...{ advertiserId, campaignId, lineId, impressions: 1 + n + 7 * hour },
            hour: `${dayOf(hour + 1)}T${String((hour * 5 + load) % 24).padStart(2, '0')}:00:00Z`,
          })),
        ),
      );
    const conversions = advertisers.map(({ advertiserId }) =>
      liveMessage({ channel: DELIVERY, payload: [advertiserId] }),
    );
    for (let n = 0; n < 60; n += 1) {
      await sendLive(system, conversions);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    return streams;
  });
  const seconds = (performance.now() - began) / 1000;
  const reads = statements.filter((text) => /^WITH .*delivery_span/s.test(text)).length;
  expect(reads).toBeGreaterThan(1);
  expect(reads).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  for (const { id, range, received } of streams)
    expect([range, received.last, received.errors]).toEqual([range, await ask(first, id, range), undefined]);
  await Promise.all(streams.map(({ close }) => close()));
  await Promise.all(openers.map(({ close }) => close()));
});

/** The same by a query. */
async function ask(client: TestClient, id: number, range: Range): Promise<number> {
  const query = `query ($id: ID!, $range: DateRangeInput!) { advertiser(id: $id) { delivery(range: $range) { impressions } } }`;
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${await tokenFor(system, client)}` },
    payload: { query, variables: { id, range } },
  });
  return response.json().data.advertiser.delivery.impressions;
}

test('a client has ten of them open; an eleventh is refused, and one that ends makes room', async () => {
  const client = await service.client();
  const { ids } = await service.advertiser(client);
  const { open, close } = await opener(client);
  const another = await opener(await service.client({ seatId: client.seatId }));
  const streams = Array.from({ length: 10 }, (_, n) =>
    open(ids.advertiserId, { between: { start: dayOf(1), end: dayOf(n + 1) } }),
  );
  await vi.waitFor(() => {
    for (const { received } of streams) expect(received.times).toBe(1);
  }, 10_000);
  const refused = open(ids.advertiserId);
  const theirs = another.open(ids.advertiserId);
  await vi.waitFor(() => expect([refused.received.times, theirs.received.times]).toEqual([1, 1]), 10_000);
  expect(theirs.received.last).toBe(0);
  expect(refused.received.errors).toMatchObject([
    {
      message: 'A client can have at most 10 liveDelivery subscriptions open at once. Close one first.',
      extensions: { code: 'SUBSCRIPTION_LIMIT_EXCEEDED' },
    },
  ]);
  await streams[0]?.close();
  await vi.waitFor(async () => {
    const again = open(ids.advertiserId);
    await vi.waitFor(() => expect(again.received.times).toBe(1), 3_000);
    expect(again.received.errors).toBeUndefined();
  }, 10_000);
  await Promise.all([close(), another.close()]);
});
