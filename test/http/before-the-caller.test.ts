import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { routeTable } from '../../src/http/route-table.ts';
import { createClient, tokenFor } from '../support/actors.ts';
import { testApp } from '../support/app.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const { app, send } = await testApp(system);
const origin = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());
const client = await createClient(system);

const KIB = 1024;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const ROUTES = routeTable(app).filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method));

/** The head of the answer to a request whose body does not come, or not to its end. */
async function answered(head: string, part = ''): Promise<string> {
  const socket = connect(Number(origin.port), origin.hostname);
  socket.write(`${head}\r\nhost: ${origin.host}\r\norigin: ${origin.origin}\r\n${part}`);
  const [data] = await once(socket, 'data', { signal: AbortSignal.timeout(5_000) });
  socket.destroy();
  return String(data);
}

describe('without a token, no route waits for a body of more than 16 KiB', () => {
  test.each(ROUTES.map(({ method, url }) => `${method} ${url}`))('%s', async (route) => {
    const target = route.replace(/:\w+/g, '1').replace('*', 'x');
    const isForm = target.includes('/identity/') || target === 'POST /';
    const type = `content-type: ${isForm ? FORM['content-type'] : 'application/json'}`;
    const refused = /^HTTP\/1\.1 (401|403|413)/;
    expect(await answered(`${target} HTTP/1.1`, `${type}\r\ncontent-length: 1000000\r\n\r\n`)).toMatch(
      refused,
    );
    const chunk = `${(17 * KIB).toString(16)}\r\n${' '.repeat(17 * KIB)}\r\n`;
    const chunked = `${type}\r\ntransfer-encoding: chunked\r\n\r\n${chunk}`;
    expect(await answered(`${target} HTTP/1.1`, chunked)).toMatch(refused);
  });
});

test.each(['access_token', 'revoke'])('a form of more than 100 parameters: 400 (%s)', async (name) => {
  const path = `/identity/oauth2/${name}`;
  const form = (count: number) => Array.from({ length: count }, (_, i) => `a${i}`).join('&');
  const answer = await send('POST', path, { headers: FORM, body: form(101) });
  expect(answer.status).toBe(400);
  expect(answer.body.error_description).toContain('at most 100 parameters');
  expect((await send('POST', path, { headers: FORM, body: form(100) })).body.error_description).not.toContain(
    '100',
  );
});

test('a token form of more than 16 KiB: 413 in the envelope of the token service', async () => {
  const answer = await send('POST', '/identity/oauth2/access_token', {
    headers: FORM,
    body: 'a&'.repeat(9 * KIB),
  });
  expect([answer.status, answer.body.error]).toEqual([413, 'invalid_request']);
});

test('a postback of more than 100 parameters does not match the specs, in a body or a query', async () => {
  const headers = { authorization: await tokenFor(system, client, { realm: 'aaca' }) };
  const pairs = 'a&'.repeat(7_000);
  for (const answer of [
    await send('POST', '/', { headers: { ...headers, ...FORM }, body: pairs }),
    await send('GET', `/?${pairs}`, { headers }),
  ])
    expect([answer.status, answer.body.message]).toEqual([400, 'Error. Request does not match specs.']);
});

describe('a WebSocket that is not acknowledged', () => {
  const init = (payload: object) => JSON.stringify({ type: 'connection_init', payload });
  const token = tokenFor(system, client);
  async function closed(talk: (socket: WebSocket) => void | Promise<void>): Promise<number> {
    const socket = new WebSocket(`ws://${origin.host}/graphql`, 'graphql-transport-ws');
    socket.on('error', () => undefined);
    await once(socket, 'open');
    await talk(socket);
    const [code] = await once(socket, 'close', { signal: AbortSignal.timeout(2_000) });
    return code;
  }

  test.each<[string, (socket: WebSocket) => void]>([
    ['a ping', (socket) => socket.send('{"type":"ping"}')],
    ['a ping frame', (socket) => socket.ping()],
    [
      'an operation',
      (socket) => socket.send('{"type":"subscribe","id":"1","payload":{"query":"{ __typename }"}}'),
    ],
    ['a message of 5 kB', (socket) => socket.send(init({ x: 'x'.repeat(5_000) }))],
    ['the beginning of a large message', (socket) => socket.send(' '.repeat(6_000), { fin: false })],
    ['what is not JSON', (socket) => socket.send('[')],
  ])('is closed for %s', async (_what, talk) => {
    expect([4400, 4401]).toContain(await closed(talk));
  });

  test('is closed for a second message', async () => {
    const authorization = `Bearer ${await token}`;
    const code = await closed((socket) => {
      socket.send(init({ authorization }));
      socket.send(init({ authorization }));
    });
    expect([4400, 4401]).toContain(code);
  });

  test('may do as before once it is; a costly message closes it', async () => {
    const authorization = `Bearer ${await token}`;
    const code = await closed(async (socket) => {
      const answers: unknown[] = [];
      socket.on('message', (data) => answers.push(JSON.parse(String(data)).type));
      socket.send(init({ authorization }));
      await once(socket, 'message');
      socket.send(JSON.stringify({ type: 'ping', payload: { x: 'x'.repeat(5_000) } }));
      await once(socket, 'message');
      expect(answers).toEqual(['connection_ack', 'pong']);
      socket.send(`{"type":"ping","payload":{"x":[${Array.from({ length: 90_000 }, () => '{}').join()}]}}`);
    });
    expect(code).toBe(4400);
  });
});

describe('a WebSocket is closed with a fixed reason', () => {
  async function reasonAfter(
    messages: readonly string[],
    acknowledged: () => unknown = () => undefined,
  ): Promise<[code: number, reason: string]> {
    const socket = new WebSocket(`ws://${origin.host}/graphql`, 'graphql-transport-ws');
    socket.on('error', () => undefined);
    await once(socket, 'open');
    const authorization = `Bearer ${await tokenFor(system, client)}`;
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
    await once(socket, 'message');
    const closed = once(socket, 'close', { signal: AbortSignal.timeout(2_000) });
    acknowledged();
    for (const message of messages) socket.send(message);
    const [code, reason] = await closed;
    return [code, String(reason)];
  }
  const subscribe = (id: string, query = 'subscription { seatChanges { id } }') =>
    JSON.stringify({ type: 'subscribe', id, payload: { query } });

  test('if an ID of an operation is longer than 256 bytes', async () => {
    const reason = 'The ID of an operation has more than 256 bytes';
    for (const id of ['x'.repeat(257), 'é'.repeat(129), 'x'.repeat(500_000)])
      expect(await reasonAfter([subscribe(id, '{ __typename }')])).toEqual([4400, reason]);
  });

  test('if an ID is used again while its operation runs, however long it is', async () => {
    for (const id of ['1', 'x'.repeat(256)])
      expect(await reasonAfter([subscribe(id), subscribe(id)])).toEqual([
        4409,
        'An operation with this ID is running',
      ]);
  });

  test('if the service fails; the log has the details', async () => {
    const failing = () =>
      vi.spyOn(system, 'now').mockImplementation(() => {
        throw new Error('the host 10.0.0.1 is secret');
      });
    try {
      const closed = await reasonAfter([subscribe('1', '{ __typename }')], failing);
      expect(closed).toEqual([4500, 'Internal server error']);
      expect(system.logged()).toContain('the host 10.0.0.1 is secret');
    } finally {
      vi.restoreAllMocks();
    }
  });
});
