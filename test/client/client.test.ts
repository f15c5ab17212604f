import { describe, expect, it } from 'vitest';
import {
  AdvertiserDocument,
  AdvertisersDocument,
  CreateAdvertiserDocument,
} from '../../src/client/documents.ts';
import { unwrap } from '../../src/client/index.ts';
import { createPoster } from '../support/traffic/intake.ts';
import { advertiserInput } from '../support/traffic/traffic.ts';
import { serve, spyFetch } from './service.ts';

const service = await serve();

/** A client of a seat of its own, and what it sends. */
async function connected(intercept?: Parameters<typeof spyFetch>[0], quotas?: Record<string, number>) {
  const spy = spyFetch(intercept);
  const credentials = await service.register(quotas && { quotas });
  return { ...spy, client: service.connect(credentials, { fetch: spy.fetch }) };
}

const refused = (status: number, retryAfter: string) =>
  new Response('', { status, headers: { 'retry-after': retryAfter } });

describe('a mutation', () => {
  it('returns its payload, typed, and carries an idempotency key', async () => {
    const { client, to } = await connected();
    const input = advertiserInput({ name: 'Northwind' });
    const { advertiser } = unwrap(
      (await client.request(CreateAdvertiserDocument, { input })).createAdvertiser,
    );
    expect(advertiser).toMatchObject({ name: 'Northwind', currency: 'USD' });
    expect(to('/graphql')[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    const { advertiser: again } = await client.request(AdvertiserDocument, { id: advertiser.id });
    expect(again).toEqual(advertiser);
  });

  it('that is refused throws every issue from `unwrap`', async () => {
    const { client } = await connected();
    const input = advertiserInput({ currency: 'XXXX', billingPrice: 101 });
    const { createAdvertiser } = await client.request(CreateAdvertiserDocument, { input });
    expect(() => unwrap(createAdvertiser)).toThrow(
      expect.objectContaining({
        type: 'ValidationError',
        issues: expect.arrayContaining([
          { path: 'billingPrice', message: 'billingPrice must be at most 100' },
          expect.objectContaining({ path: 'currency' }),
        ]),
      }),
    );
  });

  it('is repeated with the same key after a lost connection', async () => {
    const { client, to } = await connected((_call, url) =>
      url.endsWith('/graphql') && to('/graphql').length === 1 ? new TypeError('fetch failed') : undefined,
    );
    unwrap((await client.request(CreateAdvertiserDocument, { input: advertiserInput() })).createAdvertiser);
    const [first, second] = to('/graphql').map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toBe(second);
  });
});

describe('repetition', () => {
  it('waits for a write whose first try is still running', async () => {
    const running = () => Response.json({ errors: [] }, { status: 409, headers: { 'retry-after': '1' } });
    const { client, to } = await connected((_call, url) => {
      if (!url.endsWith('/graphql')) return undefined;
      if (to('/graphql').length === 1) return new TypeError('fetch failed');
      return to('/graphql').length === 2 ? running() : undefined;
    });
    unwrap((await client.request(CreateAdvertiserDocument, { input: advertiserInput() })).createAdvertiser);
    expect(to('/graphql').map(({ status }) => status)).toEqual([0, 409, 200]);
  });

  it('waits as long as Retry-After says, in seconds or as a date', async () => {
    const { client, to } = await connected((_call, url) => {
      if (!url.endsWith('/graphql')) return undefined;
      if (to('/graphql').length === 1) return refused(503, '7');
      return to('/graphql').length === 2
        ? refused(429, new Date(Date.now() + 9000).toUTCString())
        : undefined;
    });
    const before = service.system.now().getTime();
    await client.request(AdvertisersDocument);
    const waitedS = (service.system.now().getTime() - before) / 1000;
    expect(to('/graphql').map(({ status }) => status)).toEqual([503, 429, 200]);
    expect(waitedS).toBeGreaterThan(14);
    expect(waitedS).toBeLessThan(19);
  });

  it('passes a quota of the service once its window moved on', async () => {
    const { client, to } = await connected(undefined, { getPerMin: 1 });
    await client.rest('GET', '/traffic/advertisers');
    await expect(client.rest('GET', '/traffic/advertisers')).resolves.toMatchObject({ errors: null });
    expect(to('/traffic').map(({ status }) => status)).toEqual([200, 429, 200]);
  });

  it('ends after the given number of tries, with the answer as the error', async () => {
    const { client, to } = await connected((_call, url) =>
      url.endsWith('/graphql') ? refused(503, '1') : undefined,
    );
    await expect(client.request(AdvertisersDocument)).rejects.toMatchObject({ status: 503 });
    expect(to('/graphql')).toHaveLength(5);
  });

  it('is not tried where Retry-After is longer than the caller wants to wait', async () => {
    const { client, to } = await connected((_call, url) =>
      url.endsWith('/graphql') ? refused(429, '3600') : undefined,
    );
    await expect(client.request(AdvertisersDocument)).rejects.toMatchObject({ status: 429 });
    expect(to('/graphql')).toHaveLength(1);
  });

  it('stops when the caller aborts', async () => {
    const { client, to } = await connected();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client.request(AdvertisersDocument, {}, { signal })).rejects.toThrow('enough');
    expect(to('/graphql').map(({ status }) => status)).toEqual([0]);
  });
});

describe('pages', () => {
  it('yields every node of all pages in order, and requests no page before it is read', async () => {
    const { client, to } = await connected();
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names)
      unwrap(
        (await client.request(CreateAdvertiserDocument, { input: advertiserInput({ name }) }))
          .createAdvertiser,
      );
    const before = to('/graphql').length;
    const read: string[] = [];
    for await (const { name } of client.pages(AdvertisersDocument, { first: 2 }, (data) => data.advertisers))
      read.push(name);
    expect(read).toEqual(names);
    expect(to('/graphql').length - before).toBe(3);

    for await (const _ of client.pages(AdvertisersDocument, { first: 2 }, (data) => data.advertisers)) break;
    expect(to('/graphql').length - before).toBe(4);
  });
});

describe('intake', () => {
  it('stores the events of a pixel once, with a key, and a token of the events realm', async () => {
    const { client: credentials, pixelId } = await createPoster(service.system);
    const { fetch, to } = spyFetch();
    const client = service.connect(credentials, { fetch });
    const event_time = Math.floor(service.system.now().getTime() / 1000);
    const events = [{ event_time, user_data: { email: 'a'.repeat(64) }, custom_data: { gv: '12.50' } }];
    await client.events.send(pixelId, events, { idempotencyKey: 'order-1' });
    await client.events.send(pixelId, events, { idempotencyKey: 'order-1' });
    expect(to('/events').map(({ status }) => status)).toEqual([200, 200]);
    const [{ count }] = (
      await service.system.pool.query('select count(*)::int as count from event where pixel_id = $1', [
        pixelId,
      ])
    ).rows;
    expect(count).toBe(1);
  });

  it('posts a conversion with the bare token of the upload realm', async () => {
    const { client: credentials } = await createPoster(service.system);
    const { fetch, to } = spyFetch();
    const client = service.connect(credentials, { fetch });
    await client.conversions.send({ vmcid: 'click', id: 'order-1', dp: 'shop', gv: 9.9, gc: 'EUR' });
    const call = to(`${service.origin}/`).at(-1);
    expect(call).toMatchObject({ status: 200, body: 'vmcid=click&id=order-1&dp=shop&gv=9.9&gc=EUR' });
    expect(call?.headers.get('authorization')).not.toMatch(/^Bearer/);
  });

  it('says why events were refused', async () => {
    const { client: credentials, pixelId } = await createPoster(service.system);
    const client = service.connect(credentials);
    await expect(client.events.send(pixelId, [{ event_time: 1, user_data: {} }])).rejects.toMatchObject({
      status: 400,
      message: 'Error. Request does not match specs.',
      body: { errors: expect.arrayContaining([expect.objectContaining({ index: 0 })]) },
    });
  });
});
