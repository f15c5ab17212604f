import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { REALMS } from '../../../src/domain/access/identity/realms.ts';
import { takePoints } from '../../../src/domain/access/quota/lease.ts';
import { grantUser } from '../../../src/domain/access/tenancy/grant-user.ts';
import { UnavailableError } from '../../../src/domain/errors.ts';
import { createReport } from '../../../src/domain/reporting/report/create.ts';
import { type CallContext, Sessions } from '../../../src/graphql/server/streams/sessions.ts';
import { StreamLimits } from '../../../src/graphql/server/streams/stream-limits.ts';
import { ClientAbort } from '../../../src/http/connections/client-abort.ts';
import { openSubscriptions } from '../../../src/platform/metrics/subscriptions.ts';
import { contextOf, createClient, createSeat, type TestClient, tokenFor } from '../../support/actors.ts';
import { testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const { app } = await testApp(system);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

/** A client with a report that waits in the queue: its status has one value now and no more for a while. */
async function caller() {
  const client = await createClient(system);
  const { customerReportId } = await createReport({ ctx: await contextOf(system, client), input: REPORT });
  const query = `subscription { reportStatus(id: "${customerReportId}") { status } }`;
  return { client, customerReportId, query, token: await tokenFor(system, client) };
}

const REPORT = {
  dateTypeId: 10,
  intervalTypeId: 5,
  reportOption: { timezone: 'Etc/GMT', dimensionTypeIds: [6], metricTypeIds: [1], advertiserIds: [] },
};
const OVER = {
  message: 'The access token has expired or was revoked.',
  extensions: { code: 'UNAUTHENTICATED' },
};
const WAITING = { data: { reportStatus: { status: 'SUBMITTED' } } };

const context = (userId: number, seatId: number, requestBytes = 0) =>
  ({ actor: { userId }, seatId, notes: { requestBytes } }) as CallContext;
const SMALL = { field: undefined, documentBytes: 100 };

const sse = (token: string) =>
  createSseClient({
    url: `${origin}/graphql`,
    headers: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
  });

function ws(connectionParams: Record<string, unknown>, headers: Record<string, string> = {}) {
  class WithHeaders extends WebSocket {
    constructor(address: string, protocol: string) {
      super(address, protocol, { headers });
    }
  }
  return createWsClient({
    url: `${origin.replace('http', 'ws')}/graphql`,
    webSocketImpl: WithHeaders,
    connectionParams,
    retryAttempts: 0,
    // Else the client itself closes the socket with the last operation.
    lazyCloseTimeout: 3000,
  });
}

/** How many calls listen on behalf of subscribers. */
async function listening(): Promise<number> {
  const { rows } = await system.pool.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  return rows[0].n;
}

async function revoke(client: TestClient): Promise<void> {
  await system.db.apiClient.update({ where: { id: client.clientId }, data: { revokedAt: system.now() } });
}

describe('a subscription over SSE', () => {
  test('is served to the graphql-sse client, and ends when the client leaves', async () => {
    const { query, token } = await caller();
    const results = sse(token).iterate({ query });
    expect((await results.next()).value).toEqual(WAITING);
    await results.return?.();
    await vi.waitFor(async () => expect(await listening()).toBe(0), 5000);
  });

  test('401 without a token', async () => {
    const { query } = await caller();
    const { status } = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(status).toBe(401);
  });

  test('ends within 5 s of its client’s revocation, with an error that says so', async () => {
    const { client, query, token } = await caller();
    const results = sse(token).iterate({ query });
    await results.next();
    await revoke(client);
    const { value } = await results.next();
    expect(value.errors).toEqual([OVER]);
    expect((await results.next()).done).toBe(true);
  });

  test('ends when its token expires, with an error that says so', async () => {
    const { query, token } = await caller();
    const results = sse(token).iterate({ query });
    await results.next();
    system.advance(REALMS.dsp.lifetimeS + 1);
    expect((await results.next()).value).toEqual({ errors: [OVER] });
    expect((await results.next()).done).toBe(true);
  });
});

describe('a subscription over WebSocket', () => {
  test.each([
    ['connectionParams', true],
    ['the header of the upgrade', false],
  ])('is served to the graphql-ws client with the token in %s', async (_where, inParams) => {
    const { query, token } = await caller();
    const authorization = `Bearer ${token}`;
    const socket = inParams ? ws({ authorization }) : ws({}, { authorization });
    const results = socket.iterate({ query });
    expect((await results.next()).value).toEqual(WAITING);
    await results.return?.();
    await socket.dispose();
    await vi.waitFor(async () => expect(await listening()).toBe(0), 5000);
  });

  test('queries run there too, at their cost, and within the limits of documents', async () => {
    const { token } = await caller();
    const socket = ws({ authorization: `Bearer ${token}` });
    const ask = async (query: string) => (await socket.iterate({ query }).next()).value;
    expect(await ask('{ advertisers(first: 2) { nodes { id } } }')).toMatchObject({
      data: { advertisers: { nodes: [] } },
      extensions: { cost: { requested: 2 } },
    });
    await expect(ask(`{ a(x: ${'['.repeat(100_000)}) }`)).rejects.toMatchObject([
      { extensions: { code: 'DOCUMENT_LIMIT_EXCEEDED' } },
    ]);
    await socket.dispose();
  });

  test('more than 1,000 variables are refused there as over HTTP, before anything copies them', async () => {
    const { token } = await caller();
    const socket = ws({ authorization: `Bearer ${token}` });
    const ask = (count: number) => {
      const names = Array.from({ length: count }, (_, n) => `v${n}`);
      const variables = Object.fromEntries(names.map((name) => [name, 1]));
      return socket.iterate({ query: '{ __typename }', variables }).next();
    };
    expect((await ask(1_000)).value).toMatchObject({ data: { __typename: 'Query' } });
    await expect(ask(1_001)).rejects.toEqual([
      { message: '"variables" has more than 1000 names.', extensions: { code: 'BAD_USER_INPUT' } },
    ]);
    await socket.dispose();
  });

  test('errors there have the codes of the catalogue, and nothing that is for HTTP alone', async () => {
    const { token } = await caller();
    const socket = ws({ authorization: `Bearer ${token}` });
    const codes = { '{': 'GRAPHQL_PARSE_FAILED', '{ nope }': 'GRAPHQL_VALIDATION_FAILED' };
    for (const [query, code] of Object.entries(codes))
      await expect(socket.iterate({ query }).next()).rejects.toMatchObject([{ extensions: { code } }]);
    const page = (inner: string) => `(first: 100) { nodes { ${inner} } }`;
    const query = `{ advertisers${page(`lines${page(`ads${page('id')}`)}`)} }`;
    const { value } = await socket.iterate({ query }).next();
    const extensions = { code: 'COST_LIMIT_EXCEEDED' };
    expect(value?.errors).toEqual([{ message: expect.any(String), extensions }]);
    await socket.dispose();
  });

  test.each([
    ['no token', {}],
    ['a bad one', { authorization: 'Bearer x.y.z' }],
  ])('4403 with %s', async (_name, params) => {
    const results = ws(params).iterate({ query: '{ __typename }' });
    await expect(results.next()).rejects.toMatchObject({ code: 4403 });
  });

  test('is closed within 5 s of its client’s revocation, after an error that says so', async () => {
    const { client, query, token } = await caller();
    const socket = ws({ authorization: `Bearer ${token}` });
    const closed = new Promise((resolve) => socket.on('closed', resolve));
    const results = socket.iterate({ query });
    await results.next();
    await revoke(client);
    expect((await results.next()).value).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
    expect(await closed).toMatchObject({ code: 4403 });
  });

  test('an operation that is sent after the revocation gets an error that says so, and 4403', async () => {
    const { client, token } = await caller();
    const socket = ws({ authorization: `Bearer ${token}` });
    const closed = new Promise((resolve) => socket.on('closed', resolve));
    const ask = () => socket.iterate({ query: '{ __typename }' }).next();
    expect((await ask()).value).toEqual({ data: { __typename: 'Query' }, extensions: expect.anything() });
    await revoke(client);
    await expect(ask()).rejects.toEqual([OVER]);
    expect(await closed).toMatchObject({ code: 4403, reason: OVER.message });
  });

  test('is closed when its token expires, after an error that says so', async () => {
    const { query, token } = await caller();
    const socket = ws({ authorization: `Bearer ${token}` });
    const closed = new Promise((resolve) => socket.on('closed', resolve));
    const results = socket.iterate({ query });
    await results.next();
    system.advance(REALMS.dsp.lifetimeS + 1);
    expect((await results.next()).value).toMatchObject({ errors: [OVER] });
    expect(await closed).toMatchObject({ code: 4403, reason: OVER.message });
  });

  test.each([
    [
      'is destroyed mid-write',
      async (served: Socket, client: WebSocket) => {
        // As when the peer resets the connection under a message.
        served.write = ((_data: unknown, ...rest: unknown[]) => {
          served.destroy();
          const done = rest.find((one) => typeof one === 'function') as ((error: Error) => void) | undefined;
          setImmediate(() => done?.(new Error('write EPIPE')));
          return false;
        }) as typeof served.write;
        client.send(
          JSON.stringify({
            id: '1',
            type: 'subscribe',
            payload: { query: '{ advertisers { totalCount } }' },
          }),
        );
      },
    ],
    [
      'sends an invalid frame',
      async (_served: Socket, client: WebSocket & { _socket?: Socket }) => {
        client._socket?.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]));
      },
    ],
  ])('a client that %s leaves nothing on the console', async (_how, spoil) => {
    const console = [vi.spyOn(globalThis.console, 'error'), vi.spyOn(globalThis.console, 'warn')];
    const { token } = await caller();
    const connected = once(app.server, 'connection');
    const client = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    client.on('error', () => undefined);
    const [served] = (await connected) as [Socket];
    await once(client, 'open');
    client.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
    await once(client, 'message');
    const closed = once(served, 'close');
    await spoil(served, client);
    await closed;
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const spy of console) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
    client.terminate();
  });

  test('404 on another path, in the envelope of that path', async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write('GET /traffic HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('HTTP/1.1 404');
    expect(String(answer)).toContain('"httpStatusCode":404');
    socket.destroy();
  });
});

/** A client that works in a seat which is not its user's own, until it is put out. */
async function guest() {
  const { client, token } = await caller();
  const { seatId } = await createSeat(system);
  await grantUser({ system, userId: client.userId, seatId, role: 'ADMIN' });
  const leave = () => system.db.seatMember.deleteMany({ where: { userId: client.userId, seatId } });
  return { token, seatId, leave };
}
const GONE = { message: 'Seat not found.', extensions: { code: 'NOT_FOUND' } };
const CHANGES = 'subscription { seatChanges { id } }';

describe('a stream of a user who is removed from the seat', () => {
  test('over SSE ends within 5 s, with an error that says so', async () => {
    const { token, seatId, leave } = await guest();
    const headers = { authorization: `Bearer ${token}`, 'x-seat-id': String(seatId) };
    const results = createSseClient({ url: `${origin}/graphql`, headers, retryAttempts: 0 }).iterate({
      query: CHANGES,
    });
    const next = results.next();
    await vi.waitFor(async () => expect(await listening()).toBe(1), { timeout: 10_000 });
    await leave();
    const began = Date.now();
    expect((await next).value).toEqual({ errors: [GONE] });
    expect(Date.now() - began).toBeLessThan(5_000);
    expect((await results.next()).done).toBe(true);
  });

  test('over WebSocket ends within 5 s, and the connection with it', async () => {
    const { token, seatId, leave } = await guest();
    const socket = ws({ authorization: `Bearer ${token}`, 'x-seat-id': String(seatId) });
    const closed = new Promise((resolve) => socket.on('closed', resolve));
    const next = socket.iterate({ query: CHANGES }).next();
    await vi.waitFor(async () => expect(await listening()).toBe(1), { timeout: 10_000 });
    await leave();
    expect((await next).value).toMatchObject({ errors: [GONE] });
    expect(await closed).toMatchObject({ code: 4403 });
  });
});

describe('how many streams may be open', () => {
  const LIMIT = { errors: [{ extensions: { code: 'SUBSCRIPTION_LIMIT_EXCEEDED' } }] };

  test('of a user is bounded over SSE and WebSocket together; one that ends makes room', async () => {
    const { query, token } = await caller();
    const sockets = [0, 1].map(() => ws({ authorization: `Bearer ${token}` }));
    const open = Array.from({ length: 200 }, (_, n) =>
      (n < 80 ? sse(token) : (sockets[n % 2] as (typeof sockets)[0])).iterate({ query }),
    );
    for (const results of open) expect((await results.next()).value).toMatchObject(WAITING);
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    };
    const refused = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    });
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('SUBSCRIPTION_LIMIT_EXCEEDED');
    const other = ws({ authorization: `Bearer ${token}` });
    await expect(other.iterate({ query }).next()).resolves.toMatchObject({ value: LIMIT });
    const stranger = await caller();
    const theirs = sse(stranger.token).iterate({ query: stranger.query });
    expect((await theirs.next()).value).toMatchObject(WAITING);
    await open[0]?.return?.();
    await vi.waitFor(
      async () => {
        const again = other.iterate({ query });
        expect((await again.next()).value).toMatchObject(WAITING);
        await again.return?.();
      },
      { timeout: 10_000 },
    );
    await Promise.all([...open, theirs].map((results) => results.return?.()));
    await Promise.all([...sockets, other].map((socket) => socket.dispose()));
    await vi.waitFor(async () => expect(await listening()).toBe(0), 5_000);
  });

  test('of a user is bounded when all begin at once, before the database is queried', async () => {
    const { query, token } = await caller();
    const spy = vi.spyOn(system.pool, 'query');
    const sockets = [0, 1, 2, 3, 4, 5, 6].map(() => ws({ authorization: `Bearer ${token}` }));
    const streams = Array.from({ length: 630 }, (_, n) => sockets[n % 7]?.iterate({ query }));
    const first = await Promise.all(streams.map((results) => results?.next()));
    const statements = spy.mock.calls.length;
    spy.mockRestore();
    await Promise.all(sockets.map((socket) => socket.dispose()));
    // A connection takes a hundred operations.
    const isOpen = (one: (typeof first)[number]) => one?.value.errors === undefined;
    expect(first.filter(isOpen)).toHaveLength(200);
    for (const one of first) if (!isOpen(one)) expect(one?.value).toMatchObject(LIMIT);
    // Two for each that opens, of which some are the process's own; none for those that are refused.
    expect(statements).toBeLessThan(500);
    await vi.waitFor(async () => expect(await listening()).toBe(0), 5_000);
  });

  test('of a seat is bounded, however many users it has', () => {
    const limits = new StreamLimits();
    const leave = Array.from({ length: 500 }, (_, n) => limits.enter(context(n % 5, 1), SMALL));
    const message = 'A seat can have at most 500 subscriptions open at once.';
    expect(() => limits.enter(context(9, 1), SMALL)).toThrow(message);
    limits.enter(context(9, 2), SMALL)();
    leave[0]?.();
    leave[0]?.();
    limits.enter(context(9, 1), SMALL);
    expect(() => limits.enter(context(9, 1), SMALL)).toThrow(message);
  });

  test('holds documents and variables of at most 64 MiB of a seat, and 256 MiB of all', () => {
    const limits = new StreamLimits();
    const large = { field: 'seatChanges', documentBytes: 4 * 2 ** 20 };
    const open = (seatId: number, count: number) =>
      Array.from({ length: count }, () => limits.enter(context(1, seatId, 1), large));
    const [first] = open(1, 15);
    const ofSeat = 'can take at most 64 MiB';
    expect(() => open(1, 1)).toThrow(ofSeat);
    first?.();
    open(1, 1);
    expect(() => open(1, 1)).toThrow(ofSeat);
    for (const seatId of [2, 3, 4]) open(seatId, 15);
    expect(() => open(5, 4)).toThrow('all open subscriptions take too much memory');
  });

  test.each([
    ['SSE', ''],
    ['SSE in chunks', 'chunked'],
    ['WebSocket', 'ws'],
  ])('is refused if its request is larger than 16 KiB, whatever it contains (%s)', async (_name, way) => {
    const { query, token } = await caller();
    const send = async (request: { query: string; variables: Record<string, unknown> }) => {
      if (way === 'ws') {
        const socket = ws({ authorization: `Bearer ${token}` });
        const first = await socket.iterate(request).next();
        await socket.dispose();
        return JSON.stringify(first.value);
      }
      const body = JSON.stringify(request);
      const gone = new AbortController();
      const response = await fetch(`${origin}/graphql`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'text/event-stream',
        },
        signal: gone.signal,
        ...(way === '' ? { body } : { body: new Blob([body]).stream(), duplex: 'half' }),
      } as RequestInit);
      const { value } = (await response.body?.getReader().read()) ?? {};
      gone.abort();
      return new TextDecoder().decode(value as Uint8Array);
    };
    expect(await send({ query, variables: { unused: 'x'.repeat(15_000) } })).not.toContain('KiB');
    for (const request of [
      { query, variables: { unused: Array(8_000).fill({}) } },
      { query: `${query} #${'x'.repeat(17_000)}`, variables: {} },
    ])
      expect(await send(request)).toContain('The request of a subscription can have at most 16 KiB.');
  });
});

test('when the service stops, open streams end, and those that begin meanwhile too', () => {
  const sessions = new Sessions(system);
  const credentials = { token: 't', scope: 'dsp-api-access', requestId: 'r' };
  const ended: string[] = [];
  sessions.watch(credentials, ({ message }) => ended.push(message));
  sessions.endAll(new UnavailableError('before'));
  sessions.watch(credentials, ({ message }) => ended.push(`${message}, too`));
  expect(ended).toEqual(['before', 'before, too']);
});

test('a thousand streams that clients abort leave nothing behind', async () => {
  const { query, token } = await caller();
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'text/event-stream',
    'content-type': 'application/json',
  };
  for (let i = 0; i < 20; i += 1) {
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const leave = new AbortController();
        const { body } = await fetch(`${origin}/graphql`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ query }),
          signal: leave.signal,
        });
        const reader = body?.getReader();
        let text = '';
        for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
          text += Buffer.from(read.value).toString();
          if (text.includes('SUBMITTED')) break;
        }
        expect(text).toContain('SUBMITTED');
        leave.abort();
      }),
    );
  }
  await vi.waitFor(async () => expect(await listening()).toBe(0), 10_000);
  expect(system.pool.totalCount - system.pool.idleCount).toBe(0);
}, 120_000);

describe('a stream that nobody reads', () => {
  const opened = async () => {
    const { values } = await openSubscriptions.get();
    return values.find(({ labels }) => labels.transport === 'sse')?.value;
  };
  const ask = (token: string, { method = 'POST', accept = '', query = '' }) =>
    fetch(`${origin}/graphql${method === 'POST' ? '' : `?query=${encodeURIComponent(query)}`}`, {
      method,
      headers: { authorization: `Bearer ${token}`, accept, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify({ query }) }),
    });

  test.each([
    ['POST', 'application/json'],
    ['POST', 'application/graphql-response+json'],
    ['POST', 'multipart/mixed'],
    ['POST', 'image/png'],
    ['GET', 'application/json'],
    ['HEAD', 'text/event-stream'],
  ])('%s with Accept: %s is refused before it is opened', async (method, accept) => {
    const { client, query, token } = await caller();
    const { userId } = (await contextOf(system, client)).actor;
    const points = async () => (await takePoints({ system, userId, cost: 0 })).remaining;
    const before = [await opened(), await points()];
    const answer = await ask(token, { method, accept, query });
    expect(answer.status).toBe(method === 'HEAD' ? 405 : 406);
    const text = await answer.text();
    if (method !== 'HEAD') expect(JSON.parse(text).errors[0].extensions).toEqual({ code: 'BAD_REQUEST' });
    expect([await opened(), await points()]).toEqual(before);
  });

  test('is closed if the client had disconnected before it was opened, or got another response', async () => {
    for (const response of [
      Object.assign(new EventEmitter(), { destroyed: true, writableFinished: false }),
      Object.assign(new EventEmitter(), { destroyed: true, writableFinished: true }),
      Object.assign(new EventEmitter(), { destroyed: false, writableFinished: false }),
    ]) {
      const over = vi.fn();
      new ClientAbort(response as unknown as ServerResponse).whenOver(over);
      expect(over).toHaveBeenCalledTimes(response.destroyed ? 1 : 0);
      response.writableFinished = true;
      response.emit('close');
      expect(over).toHaveBeenCalledTimes(1);
    }
  });
});
