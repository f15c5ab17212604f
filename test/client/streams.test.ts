import { describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { PixelEventsDocument, SeatChangesDocument } from '../../src/client/documents.ts';
import { freePort } from '../../src/platform/database/embedded/postmaster.ts';
import { advertiserInput } from '../support/traffic/traffic.ts';
import { serve, spyFetch } from './service.ts';

const service = await serve();

const DEAL = {
  status: 'ACTIVE',
  exchangeId: 1,
  exchangeDealId: 'X',
  description: 'D',
  accountIsExcluded: true,
} as const;

const isStream = (init?: RequestInit) => new Headers(init?.headers).get('accept') === 'text/event-stream';
const stream = (...parts: (string | Error | 'silence')[]) =>
  new Response(
    new ReadableStream({
      async pull(controller) {
        const part = parts.shift();
        if (part === 'silence') return new Promise(() => {});
        if (part === undefined) controller.close();
        else if (part instanceof Error) controller.error(part);
        else controller.enqueue(new TextEncoder().encode(part));
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  );
const changeEvent = (id: string) =>
  `event: next\ndata: ${JSON.stringify({ data: { seatChanges: { id, resource: 'Deal' } } })}\n\n`;
const failed = (code: string) =>
  `event: next\ndata: ${JSON.stringify({ errors: [{ message: 'x', extensions: { code } }] })}\n\n`;
const DONE = 'event: complete\ndata:\n\n';

/** A client whose streams are answered by these, one after the other. */
async function answeredBy(streams: (() => Response | Error)[]) {
  const spy = spyFetch((_call, url, init) => {
    if (!url.endsWith('/graphql')) return undefined;
    if (isStream(init)) return streams.shift()?.();
    return String(init?.body).includes('changePosition')
      ? Response.json({ data: { changePosition: 'Change:0' } })
      : undefined;
  });
  const client = service.connect(await service.register(), { fetch: spy.fetch, sleep: async () => {} });
  const variables = () =>
    spy
      .to('/graphql')
      .filter(({ body }) => !body.includes('changePosition'))
      .map(({ body }) => JSON.parse(body).variables);
  return { client, variables };
}

const idsOf = async (changes: AsyncIterable<{ id: string }>) => {
  const ids: string[] = [];
  for await (const { id } of changes) ids.push(id);
  return ids;
};

describe('client.changes', () => {
  it.each([
    ['falls silent', () => stream(changeEvent('Change:1'), ': keep-alive\n\n', 'silence')],
    ['breaks off', () => stream(changeEvent('Change:1'))],
    ['fails', () => stream(changeEvent('Change:1'), new TypeError('terminated'))],
    ['ends because its token expired', () => stream(changeEvent('Change:1'), failed('UNAUTHENTICATED'))],
    ['ends because the service stops', () => stream(changeEvent('Change:1'), failed('SERVICE_UNAVAILABLE'))],
  ])('goes on behind the last change when the stream %s', async (_how, broken) => {
    const { client, variables } = await answeredBy([broken, () => stream(changeEvent('Change:2'), DONE)]);
    expect(await idsOf(client.changes({ types: ['Deal'] }, { silenceMs: 50 }))).toEqual([
      'Change:1',
      'Change:2',
    ]);
    expect(variables()).toEqual([
      { types: ['Deal'], after: 'Change:0' },
      { types: ['Deal'], after: 'Change:1' },
    ]);
  });

  it('resumes automatically after a pause, and says until when it lasts', async () => {
    const resetAt = '2026-11-25T21:00:00.000Z';
    const extensions = { code: 'COST_LIMIT_EXCEEDED', resetAt };
    const pause = `event: next\ndata: ${JSON.stringify({ errors: [{ message: 'x', extensions }] })}\n\n`;
    const { client, variables } = await answeredBy([
      () => stream(changeEvent('Change:1'), pause, changeEvent('Change:2'), DONE),
    ]);
    const onPause = vi.fn();
    expect(await idsOf(client.changes({}, { onPause }))).toEqual(['Change:1', 'Change:2']);
    expect(onPause.mock.calls).toEqual([[new Date(resetAt)]]);
    expect(variables()).toHaveLength(1);
  });

  it('delivers changes that were made while the connection was lost before its first event', async () => {
    const broken = [() => stream(), () => stream()];
    const spy = spyFetch((_call, url, init) =>
      url.endsWith('/graphql') && isStream(init) ? broken.shift()?.() : undefined,
    );
    let write = async () => {};
    const client = service.connect(await service.register(), {
      fetch: spy.fetch,
      sleep: async () => {
        await write();
        write = async () => {};
      },
    });
    write = async () => {
      await client.rest('POST', '/traffic/deals', { body: { ...DEAL, name: 'in the gap' } });
    };
    const changes = client.changes();
    const { value } = await changes.next();
    expect(value?.fields).toContainEqual({ path: 'name', before: null, after: 'in the gap' });
    await changes.return(undefined);
  });

  it('does not reconnect a stream that only receives keep-alives', async () => {
    const slowly = async function* () {
      for (let i = 0; i < 6; i += 1) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        yield new TextEncoder().encode(': keep-alive\n\n');
      }
      yield new TextEncoder().encode(`${changeEvent('Change:1')}${DONE}`);
    };
    const body = () =>
      new Response(slowly() as unknown as BodyInit, { headers: { 'content-type': 'text/event-stream' } });
    const { client, variables } = await answeredBy([body]);
    expect(await idsOf(client.changes({}, { silenceMs: 100 }))).toEqual(['Change:1']);
    expect(variables()).toHaveLength(1);
  });

  it('gives up after as many tries as a call has, and at once what is refused', async () => {
    const { client, variables } = await answeredBy(Array.from({ length: 9 }, () => () => stream()));
    await expect(idsOf(client.changes())).rejects.toMatchObject({ code: 'STREAM_LOST' });
    expect(variables()).toHaveLength(5);
    const refused = await answeredBy([]);
    await expect(idsOf(refused.client.changes({ after: 'Change:999' }))).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });

  it('delivers changes made over REST, also after a lost connection', async () => {
    let cut: (() => void) | undefined;
    const spy = spyFetch();
    const client = service.connect(await service.register(), {
      sleep: async () => {},
      fetch: async (target, init) => {
        if (!isStream(init)) return spy.fetch(target, init);
        const leave = new AbortController();
        cut = () => leave.abort(new TypeError('terminated'));
        return spy.fetch(target, { ...init, signal: leave.signal });
      },
    });
    const changes = client.changes();
    const write = (name: string) => client.rest('POST', '/traffic/deals', { body: { ...DEAL, name } });
    const first = changes.next();
    await vi.waitFor(() => expect(spy.to('/graphql')).toMatchObject([{ status: 200 }, { status: 200 }]), {
      timeout: 10_000,
    });
    await write('one');
    expect((await first).value).toMatchObject({ resource: 'Deal', action: 'CREATE' });
    cut?.();
    await write('two');
    const { value } = await changes.next();
    expect(value?.fields).toContainEqual({ path: 'name', before: null, after: 'two' });
    await changes.return(undefined);
  });
});

it('a follower outlives the process that served it', async () => {
  const listen = async (at: number) => {
    const app = await buildApp({ system: service.system });
    await app.listen({ host: '127.0.0.1', port: at });
    return app;
  };
  const port = await freePort();
  const stopped = await listen(port);
  const spy = spyFetch();
  const client = service.connect(await service.register(), {
    origins: { graphql: `http://127.0.0.1:${port}` },
    attempts: 100,
    sleep: () => new Promise((resolve) => setTimeout(resolve, 20)),
    fetch: spy.fetch,
  });
  const changes = client.changes();
  const write = (name: string) => client.rest('POST', '/traffic/deals', { body: { ...DEAL, name } });
  const first = changes.next();
  await vi.waitFor(
    () => expect(spy.to('/graphql')).toMatchObject([{ status: 200 }, { status: 200 }]),
    10_000,
  );
  await write('one');
  await first;
  const second = changes.next();
  await stopped.close();
  const started = await listen(port);
  await write('two');
  expect((await second).value?.fields).toContainEqual({ path: 'name', before: null, after: 'two' });
  await changes.return(undefined);
  await started.close();
});

describe('client.subscribe', () => {
  it('reopens a live view with the same variables by default', async () => {
    const { client, variables } = await answeredBy([() => stream(), () => stream(DONE)]);
    for await (const _ of client.subscribe(PixelEventsDocument, { pixelId: '7' }));
    expect(variables()).toEqual([{ pixelId: '7' }, { pixelId: '7' }]);
  });

  it('ends when the caller aborts', async () => {
    const leave = new AbortController();
    const { client } = await answeredBy([]);
    const next = client.subscribe(SeatChangesDocument, {}, { signal: leave.signal }).next();
    setTimeout(() => leave.abort(), 200);
    await expect(next).rejects.toThrow(/abort/i);
  });
});

describe('client.rest', () => {
  it('fills paths and queries, and answers what the document says', async () => {
    const { client } = await answeredBy([]);
    const { response: advertiser } = await client.rest('POST', '/traffic/advertisers', {
      body: advertiserInput({ name: 'A & B?' }) as never,
    });
    const { response: found } = await client.rest('GET', '/traffic/advertisers', {
      query: { query: '& B?', limit: 3 },
    });
    expect(found.map(({ id }) => id)).toEqual([advertiser.id]);
    const { response: changed } = await client.rest('PUT', '/traffic/advertisers/{id}', {
      path: { id: advertiser.id },
      body: { name: 'C' },
    });
    expect(changed.name).toBe('C');
    const { trafficApiRateLimit } = (await client.rest('GET', '/traffic/ratelimit')).response;
    expect(trafficApiRateLimit.getLimitPerMin).toBeGreaterThan(0);
  });

  it('knows at compile time which paths there are, and what they need', async () => {
    const { client } = await answeredBy([]);
    const calls = [
      // @ts-expect-error no such path
      () => client.rest('GET', '/traffic/deal'),
      // @ts-expect-error no such method there
      () => client.rest('PUT', '/traffic/productsets/{id}', { path: { id: 1 }, body: {} }),
      // @ts-expect-error its id is missing
      () => client.rest('GET', '/traffic/deals/{id}'),
      // @ts-expect-error a body of another shape
      () => client.rest('POST', '/traffic/deals', { body: { name: 5 } }),
    ];
    expect(calls).toHaveLength(4);
  });
});
