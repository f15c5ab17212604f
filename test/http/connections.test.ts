import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import type { DomainContext, System } from '../../src/domain/context.ts';
import { setCaller } from '../../src/http/caller.ts';
import { createServer } from '../../src/http/server.ts';

const MIB = 1024 * 1024;
/** More than the kernel takes off the service. */
const LONG = 'x'.repeat(16 * MIB);
const SECOND = 1_000;

// Connections are looked at once a second.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
afterAll(() => vi.useRealTimers());

/** A server with a few routes, and what it has open. */
async function serve(env: Record<string, string> = {}) {
  const system = {
    config: loadConfig(env),
    log: pino({ level: 'silent' }),
    publicUrls: [],
    pool: {},
    now: () => new Date(),
  };
  const app = createServer({ system: system as unknown as System, interfaces: [] });
  let begun = 0;
  app.get('/long', async () => {
    begun += 1;
    return LONG;
  });
  app.get<{ Params: { seat: string } }>('/long-of-seat/:seat', {
    onRequest: async (request) => {
      const seatId = Number(request.params.seat);
      setCaller(request, { seatId, actor: { userId: seatId, clientId: '' } } as DomainContext);
    },
    handler: async () => LONG,
  });
  app.get('/stream', async (_request, reply) => reply.send(Readable.from(endless())));
  app.get('/short', async () => 'short');
  app.get('/never', () => new Promise(() => undefined));
  app.post('/body', async () => 'taken');
  const served: Socket[] = [];
  app.server.on('connection', (socket: Socket) => served.push(socket));
  const port = Number(new URL(await app.listen({ host: '0.0.0.0', port: 0 })).port);
  onTestFinished(() => app.close());

  const open = async (localAddress = '127.0.0.1', allowHalfOpen = false): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen }).on(
      'error',
      () => undefined,
    );
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return {
    served,
    begun: () => begun,
    open,
    /** Asks and reads nothing. */
    ask: async (path: string, times = 1) => {
      const socket = await open();
      socket.pause().write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(times));
      return socket;
    },
  };
}

function* endless(): Generator<Buffer> {
  while (true) yield Buffer.alloc(64 * 1024);
}

const waiting = (served: Socket[]) => served.reduce((sum, socket) => sum + socket.writableLength, 0);
/** `vi.waitFor` would move the clock. */
async function arrived([served]: Socket[], sent: Socket): Promise<void> {
  while (served?.bytesRead !== sent.bytesWritten) await sleep(1);
}

const waitsForAll = (served: Socket[], count: number) =>
  vi.waitFor(() => expect(served.filter((socket) => socket.writableLength > 0)).toHaveLength(count), {
    timeout: 10_000,
  });

test.each(['/long', '/stream'])('a client that does not read %s is closed after 15 seconds', async (path) => {
  const { served, ask } = await serve();
  await ask(path);
  await waitsForAll(served, 1);
  vi.advanceTimersByTime(15 * SECOND);
  expect(served[0]?.destroyed).toBe(false);
  vi.advanceTimersByTime(SECOND);
  expect(served[0]?.destroyed).toBe(true);
});

test('a client that reads slowly but steadily gets all of a long answer, which is one write', async () => {
  const { served, ask } = await serve();
  const socket = await ask('/long');
  await waitsForAll(served, 1);
  let read = 0;
  while (read < LONG.length) {
    // Too little for the peer's kernel to say so each time.
    for (const until = read + 2 * MIB; read < until && read < LONG.length; ) {
      read += socket.read()?.length ?? 0;
      await sleep(1);
    }
    vi.advanceTimersByTime(8 * SECOND);
    expect(served[0]?.destroyed).toBe(false);
  }
});

test('a client that waits for an answer, or between two requests, is left alone', async () => {
  const { served, open } = await serve();
  const socket = await open();
  vi.advanceTimersByTime(60 * SECOND);
  socket.write('GET /short HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'data');
  vi.advanceTimersByTime(60 * SECOND);
  expect(served[0]?.destroyed).toBe(false);
});

test('a pipelined request begins when the answer before it was taken, and all are answered in order', async () => {
  const { begun, served, ask } = await serve();
  const socket = await ask('/long', 3);
  await waitsForAll(served, 1);
  await sleep(50);
  expect(begun()).toBe(1);
  expect(served[0]?.writableLength).toBeLessThan(LONG.length + MIB);
  let read = 0;
  socket.on('data', (chunk) => {
    read += chunk.length;
  });
  socket.resume();
  await vi.waitFor(() => expect(read).toBeGreaterThan(3 * LONG.length), { timeout: 10_000 });
  expect(begun()).toBe(3);
});

test('a client that pipelines more than fifty requests ahead is closed', async () => {
  const { served, ask } = await serve();
  const patient = await ask('/short', 50);
  patient.resume();
  await ask('/long', 52);
  await vi.waitFor(() => expect(served[1]?.destroyed).toBe(true), { timeout: 10_000 });
  expect(served[0]?.destroyed).toBe(false);
});

test('headers of pipelined requests take at most 256 KiB a connection and 32 MiB in all, and are free once it closes', async () => {
  const { served, open } = await serve();
  const pipeline = async (headers: number) => {
    const socket = await open();
    const large = `GET /short HTTP/1.1\r\nhost: x\r\nx-filler: ${'x'.repeat(28_000)}\r\n\r\n`;
    socket.write(`GET /never HTTP/1.1\r\nhost: x\r\n\r\n${large.repeat(headers)}`);
    return socket;
  };
  await pipeline(10);
  await vi.waitFor(() => expect(served[0]?.destroyed).toBe(true), { timeout: 10_000 });
  for (let round = 0; round < 2; round += 1) {
    const before = served.length;
    // 252 kB each: 133 of them fit.
    const sockets = await Promise.all(Array.from({ length: 140 }, () => pipeline(9)));
    const closed = () => served.slice(before).filter(({ destroyed }) => destroyed).length;
    await vi.waitFor(() => expect([served.length - before, closed()]).toEqual([140, 7]), 10_000);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(closed()).toBe(140), 10_000);
  }
});

test('of a hundred unread responses few are buffered; short ones are still sent', async () => {
  const { served, ask, open } = await serve();
  await Promise.all(Array.from({ length: 100 }, () => ask('/long')));
  await sleep(200);
  expect(waiting(served)).toBeLessThan(64 * MIB);
  const socket = await open();
  socket.write('GET /short HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(String((await once(socket, 'data'))[0])).toContain('200 OK');
  socket.write('GET /long HTTP/1.1\r\nhost: x\r\n\r\n');
  const [refused] = await once(socket, 'data');
  expect(String(refused)).toMatch(/503 Service Unavailable[\s\S]*retry-after: 1/);
  // The connection that has held most for longest is closed.
  vi.advanceTimersByTime(3 * SECOND);
  socket.write('GET /long HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(String((await once(socket, 'data'))[0])).toContain('200 OK');
});

test('unread responses of one seat take at most a quarter of the memory, however many clients it has', async () => {
  const { served, ask, open } = await serve();
  await ask('/long-of-seat/1');
  await waitsForAll(served, 1);
  for (let n = 0; n < 5; n += 1) {
    const socket = await open();
    socket.write('GET /long-of-seat/1 HTTP/1.1\r\nhost: x\r\n\r\n');
    const [head] = await once(socket, 'data');
    expect(String(head)).toMatch(/^HTTP\/1.1 503 [\s\S]*\r\nretry-after: /i);
  }
  await ask('/long-of-seat/2');
  await waitsForAll(served, 2);
  expect(waiting(served)).toBeLessThan(2 * 16 * MIB + MIB);
});

test('one address gets half of the connections, and yields to others when all are in use', async () => {
  const { served, open } = await serve({ FLIGHTLINE_MAX_CONNECTIONS: '8' });
  for (let i = 0; i < 5; i += 1) await open('127.0.0.1');
  for (let i = 0; i < 3; i += 1) await open('127.0.0.2');
  await vi.waitFor(() => expect(served).toHaveLength(8), { timeout: 10_000 });
  expect(served.map(({ destroyed }) => destroyed)).toEqual([
    ...[false, false, false, false, true],
    ...[false, false, false],
  ]);
  await open('127.0.0.3');
  await open('127.0.0.3');
  await vi.waitFor(() => expect(served).toHaveLength(10), { timeout: 10_000 });
  const alive = served.filter(({ destroyed }) => !destroyed).map(({ remoteAddress }) => remoteAddress);
  expect(alive.toSorted()).toEqual([
    ...['127.0.0.1', '127.0.0.1', '127.0.0.1'],
    ...['127.0.0.2', '127.0.0.2', '127.0.0.2'],
    ...['127.0.0.3', '127.0.0.3'],
  ]);
});

test('an upload that sends nothing for ten seconds is 408, and closed', async () => {
  const { served, open } = await serve();
  const socket = await open();
  socket.write(
    'POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n[',
  );
  await vi.waitFor(() => expect(served[0]?.bytesRead).toBeGreaterThan(50), { timeout: 10_000 });
  await sleep(20);
  vi.advanceTimersByTime(10 * SECOND);
  socket.write(' ');
  await sleep(20);
  vi.advanceTimersByTime(10 * SECOND);
  expect(served[0]?.writableEnded).toBe(false);
  const answered = once(socket, 'data');
  vi.advanceTimersByTime(SECOND);
  expect(String((await answered)[0])).toContain('408 Request Timeout');
  await once(socket, 'close');
});

test.each([
  ['content-length: 1000', ' '],
  ['transfer-encoding: chunked', '1\r\n \r\n'],
])('an upload with %s that goes on byte by byte is 408 after thirty seconds', async (length, byte) => {
  const { served, open } = await serve();
  const socket = await open();
  socket.write(`POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${length}\r\n\r\n`);
  const answered = once(socket, 'data');
  for (let second = 0; second < 30; second += 1) {
    socket.write(byte);
    await arrived(served, socket);
    expect(served[0]?.writableEnded).toBe(false);
    vi.advanceTimersByTime(SECOND);
  }
  socket.write(byte);
  await arrived(served, socket);
  vi.advanceTimersByTime(SECOND);
  expect(String((await answered)[0])).toContain('408 Request Timeout');
});

test('a client that does not leave after its connection was ended is closed', async () => {
  const { served, open } = await serve();
  const socket = await open('127.0.0.1', true);
  socket.write('no HTTP\r\n\r\n');
  socket.resume();
  await once(socket, 'end');
  vi.advanceTimersByTime(5 * SECOND);
  expect(served[0]?.destroyed).toBe(false);
  vi.advanceTimersByTime(SECOND);
  expect(served[0]?.destroyed).toBe(true);
});
