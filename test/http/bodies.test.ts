import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient as createWsClient } from 'graphql-ws';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { BodiesInFlight, ownerFor } from '../../src/http/connections/bodies.ts';
import { tokenFor } from '../support/actors.ts';
import { testApp } from '../support/app.ts';
import { testSystem } from '../support/system.ts';
import { anEvent, createPoster, type Poster } from '../support/traffic/intake.ts';

const system = await testSystem();
const { app, send } = await testApp(system);
const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());

const MIB = 1024 * 1024;
const PART = Buffer.alloc(9 * MIB, ' ');

const CHUNKED = `transfer-encoding: chunked\r\n\r\n${PART.length.toString(16)}\r\n`;

interface Upload {
  readonly socket: Socket;
  answer(): string;
}

/** Sends nine of nine and a half mebibytes, and no more; `chunked` without saying how much it will be. */
async function upload({ pixelId, eventToken }: Poster, chunked = false): Promise<Upload> {
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  socket.write(
    `POST /v1/pixels/${pixelId}/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${eventToken}\r\n` +
      `content-type: application/json\r\n${chunked ? CHUNKED : `content-length: ${9.5 * MIB}\r\n\r\n`}`,
  );
  socket.write(PART, () => undefined);
  await Promise.race([once(socket, 'drain'), once(socket, 'data')]);
  return { socket, answer: () => answer };
}

const uploads = (poster: Poster, count: number, chunked = false) =>
  Promise.all(Array.from({ length: count }, () => upload(poster, chunked)));

/** The server's ends of connections that begin from now on. */
function servedSockets(): Socket[] {
  const served: Socket[] = [];
  const add = (socket: Socket) => void served.push(socket);
  app.server.on('connection', add);
  onTestFinished(() => void app.server.off('connection', add));
  return served;
}

const refused = (of: Upload[]) => of.filter(({ answer }) => answer() !== '');

test('uploads of the clients of one seat take at most half of the memory, the rest is 503 in the envelope of the interface', async () => {
  const [one, other] = [await createPoster(system), await createPoster(system)];
  const colleague = await createPoster(system, { seatId: one.seatId });
  const mine = [...(await uploads(one, 6)), ...(await uploads(colleague, 6))];
  // Five times nine mebibytes are below 48.
  await vi.waitFor(() => expect(refused(mine)).toHaveLength(7), { timeout: 10_000 });
  for (const { socket, answer } of refused(mine)) {
    expect(answer()).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1/);
    expect(answer()).toContain('"success":false');
    await vi.waitFor(() => expect(socket.closed).toBe(true), { timeout: 10_000 });
  }
  expect(refused(await uploads(other, 5))).toHaveLength(0);
  const headers = { authorization: `Bearer ${other.eventToken}` };
  const body = [anEvent()];
  expect((await send('POST', `/v1/pixels/${other.pixelId}/events`, { headers, body })).status).toBe(200);
});

test.each([
  ['of an announced length, nothing but what came with its head', false, 1],
  ['of unknown length, what it may claim before it says more', true, 2],
])('of a body that is refused %s is read, however much was sent', async (_body, chunked, most) => {
  const poster = await createPoster(system);
  const served = servedSockets();
  const sent = await uploads(poster, 30, chunked);
  await vi.waitFor(() => expect(refused(sent).length).toBeGreaterThanOrEqual(25), { timeout: 10_000 });
  const read = served.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  expect(read).toBeLessThan((48 + 25 * most) * MIB);
});

test('bodies of unknown length that are small are taken side by side', async () => {
  const poster = await createPoster(system);
  const text = `[${JSON.stringify(anEvent())}${' '.repeat(100 * 1024)}]`;
  const url = `http://127.0.0.1:${port}/v1/pixels/${poster.pixelId}/events`;
  const headers = { authorization: `Bearer ${poster.eventToken}`, 'content-type': 'application/json' };
  const post = () =>
    fetch(url, { method: 'POST', headers, body: new Blob([text]).stream(), duplex: 'half' } as RequestInit);
  const answers = await Promise.all(Array.from({ length: 40 }, post));
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
});

test('when all memory is in use, the upload that has used most for longest is refused, and a new one accepted', async () => {
  const posters = await Promise.all(Array.from({ length: 4 }, () => createPoster(system)));
  const old = await uploads(posters[0] as Poster, 5);
  await sleep(300);
  const rest = [];
  for (const poster of posters.slice(1)) rest.push(...(await uploads(poster, 3)));
  await vi.waitFor(() => expect(refused(old).length).toBeGreaterThan(2), { timeout: 10_000 });
  expect(refused(rest)).toHaveLength(0);
});

test('bodies of refused, completed and aborted requests release their memory', async () => {
  const poster = await createPoster(system);
  const served = servedSockets();
  for (let round = 0; round < 3; round += 1) {
    const sent = await uploads(poster, 5);
    expect(refused(sent)).toHaveLength(0);
    for (const { socket } of sent) socket.destroy();
    await vi.waitFor(() => expect(served.filter(({ destroyed }) => !destroyed)).toHaveLength(0), 10_000);
  }
  const padded = `[${JSON.stringify(anEvent())}${' '.repeat(9 * MIB)}]`;
  const url = `http://127.0.0.1:${port}/v1/pixels/${poster.pixelId}/events`;
  const headers = { authorization: `Bearer ${poster.eventToken}`, 'content-type': 'application/json' };
  for (let n = 0; n < 12; n += 1)
    expect((await fetch(url, { method: 'POST', headers, body: padded })).status).toBe(200);
});

test('what has arrived counts for its seat until it is released', () => {
  const bodies = new BodiesInFlight();
  const release = bodies.hold('seat 1', 40 * MIB);
  expect(() => bodies.hold('seat 1', 9 * MIB)).toThrow('Too many request bodies');
  bodies.hold('seat 2', 48 * MIB);
  expect(() => bodies.hold('seat 3', 9 * MIB)).toThrow('Too many request bodies');
  release();
  release();
  bodies.hold('seat 3', 40 * MIB);
  expect(() => bodies.hold('seat 1', 9 * MIB)).toThrow('Too many request bodies');
});

test('a large message of a WebSocket counts for its seat until it is answered', async () => {
  const { client, seatId } = await createPoster(system);
  const connectionParams = { authorization: `Bearer ${await tokenFor(system, client)}` };
  const socket = createWsClient({
    url: `ws://127.0.0.1:${port}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams,
    lazyCloseTimeout: 1_000,
  });
  onTestFinished(() => void socket.dispose());
  const query = `{ viewer { role } } #${'x'.repeat(20_000)}`;
  // An operation that does not run is refused with a message of its own.
  const ask = () =>
    socket
      .iterate({ query })
      .next()
      .then(
        ({ value }) => value,
        (errors) => ({ errors }),
      );
  expect(await ask()).toMatchObject({ data: { viewer: {} } });
  const release = app.bodies.hold(ownerFor(seatId), 48 * MIB - 1_000);
  expect(await ask()).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
  release();
  expect(await ask()).toMatchObject({ data: { viewer: {} } });
  await vi.waitFor(() => app.bodies.hold(ownerFor(seatId), 48 * MIB)());
});

test('messages that stay unfinished on many WebSockets are bounded like bodies', async () => {
  const { client } = await createPoster(system);
  const payload = { authorization: `Bearer ${await tokenFor(system, client)}` };
  const sockets = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws');
      socket.on('error', () => undefined);
      onTestFinished(() => socket.terminate());
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'connection_init', payload }));
      await once(socket, 'message');
      return socket;
    }),
  );
  for (const socket of sockets) socket.send('x'.repeat(1_000_000), { fin: false });
  const open = () => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN);
  await vi.waitFor(() => expect(open().length).toBeLessThan(52), { timeout: 10_000 });
  expect(open().length).toBeGreaterThan(40);
});

/** `length` chunks of one byte, which are a JSON array with an event if `body` is one. */
const byteByByte = (body: string) => [...body].map((byte) => `1\r\n${byte}\r\n`).join('');
/** More than is buffered between two sockets. */
const MANY = byteByByte(' '.repeat(400_000));

test('a body in many chunks of one byte: 400, and the rest is not read', async () => {
  const poster = await createPoster(system);
  const served = servedSockets();
  async function post(authorization: string, chunks: string) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.write(
      `POST /v1/pixels/${poster.pixelId}/events HTTP/1.1\r\nhost: x\r\n${authorization}` +
        `content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunks}`,
    );
    await vi.waitFor(() => expect(answer).toMatch(/\r\n\r\n./), 5_000);
    return { socket, answer };
  }
  const bearer = `authorization: Bearer ${poster.eventToken}\r\n`;
  const few = `[${JSON.stringify(anEvent())}${' '.repeat(500)}]`;
  expect((await post(bearer, `${byteByByte(few)}0\r\n\r\n`)).answer).toMatch(/^HTTP\/1\.1 200/);
  const many = await post(bearer, MANY);
  expect(many.answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*Request body\/params formatting error/);
  // Without a token the response precedes the body, of which a little is read.
  const unknown = await post('', `${byteByByte('     ')}`);
  expect(unknown.answer).toMatch(/^HTTP\/1\.1 401/);
  unknown.socket.write(MANY);
  await vi.waitFor(
    () => expect([many, unknown].map(({ socket }) => socket.closed)).toEqual([true, true]),
    5_000,
  );
  for (const { bytesRead } of served.slice(1)) expect(bytesRead).toBeLessThan(MANY.length / 2);
});

test('bodies that are refused before they arrived are discarded slowly, and their connections stay usable', async () => {
  const poster = await createPoster(system);
  const served = servedSockets();
  const unknown = await uploads({ ...poster, eventToken: 'unknown' }, 8);
  await vi.waitFor(() => expect(refused(unknown)).toHaveLength(8), { timeout: 10_000 });
  for (const { answer } of unknown) expect(answer()).toMatch(/^HTTP\/1\.1 401/);
  const read = () => served.reduce((bytes, { bytesRead }) => bytes + bytesRead, 0);
  // All of them have sent as much as fits into the buffers of the system.
  expect(read()).toBeLessThan(36 * MIB);
  const [first] = unknown;
  for (const { socket } of unknown.slice(1)) socket.destroy();
  first?.socket.write(' '.repeat(0.5 * MIB));
  first?.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  await vi.waitFor(() => expect(first?.answer()).toContain('HTTP/1.1 200'), 10_000);
});

const JSON_BODY = 'content-type: application/json\r\n';
const QUERY = '{"query":"{ __typename }"}';
test.each([
  [
    'with an absolute URL',
    `POST http://other.example/graphql`,
    `${JSON_BODY}content-length: ${QUERY.length}\r\n\r\n${QUERY}`,
    200,
  ],
  ['with an absolute URL that has no path', 'GET http://other.example', '\r\n', 401],
  [
    'with two transfer codings',
    'POST /graphql',
    `${JSON_BODY}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    501,
  ],
])('a request %s', async (_what, target, rest, status) => {
  const token = await tokenFor(system, (await createPoster(system)).client);
  const socket = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`${target} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n${rest}`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('a message in more than a thousand fragments closes its WebSocket', async () => {
  const { client } = await createPoster(system);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws');
  socket.on('error', () => undefined);
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const payload = { authorization: `Bearer ${await tokenFor(system, client)}` };
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  await once(socket, 'message');
  for (let n = 0; n < 1_001; n += 1) socket.send(' ', { fin: false });
  expect(await once(socket, 'close')).toContain(1008);
});
