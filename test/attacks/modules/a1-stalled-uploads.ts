import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Attack, Random, Target, Variant } from '../attack.ts';
import { head, openMany } from '../raw-client.ts';

interface Shape {
  readonly connections: number;
  /** Bytes sent at once of a body of `bytes`. */
  readonly sent: number;
  readonly bytes: number;
  /** Without a Content-Length. */
  readonly chunked: boolean;
  /** A byte each second from then on, or silence. */
  readonly drips: boolean;
}

interface Route {
  readonly path: string;
  readonly most: number;
  headers(target: Target): Record<string, string>;
}

const KB = 1000;
const MB = 1000 * KB;
const JSON_BODY = { 'content-type': 'application/json' };
const ROUTES: readonly Route[] = [
  {
    path: '/v1/pixels/2/events',
    most: 10 * MB,
    headers: ({ eventsToken }) => ({ ...JSON_BODY, authorization: `Bearer ${eventsToken}` }),
  },
  {
    path: '/graphql',
    most: MB,
    headers: ({ token }) => ({ ...JSON_BODY, authorization: `Bearer ${token}` }),
  },
  {
    path: '/v3/rest/campaign',
    most: MB,
    headers: ({ token }) => ({ ...JSON_BODY, authorization: `Bearer ${token}` }),
  },
  {
    path: '/traffic/lines',
    most: MB,
    headers: ({ token }) => ({ ...JSON_BODY, 'x-auth-method': 'OAuth2', 'x-auth-token': token }),
  },
  {
    path: '/identity/oauth2/access_token',
    most: MB,
    headers: () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
  },
];
const ENDED_WITHIN_MS = 40_000;

export const attack: Attack = {
  point: 'A1',
  name: 'uploads that stop',
  seconds: 30,
  *variants(random) {
    const events = ROUTES[0] as Route;
    const stopped = { connections: 130, sent: 9 * MB, bytes: 9.5 * MB, chunked: false, drips: false };
    yield variant(events, stopped);
    yield variant(events, { ...stopped, chunked: true, drips: true });
    while (true) yield variant(random.pick(ROUTES), someShape(random));
  },
};

const someShape = (random: Random): Shape => ({
  connections: 100 + random.integer(300),
  sent: random.pick([10 * KB, 60 * KB, 950 * KB, 9 * MB]),
  bytes: 9.5 * MB,
  chunked: random.pick([true, false]),
  drips: random.pick([true, false]),
});

function variant(route: Route, given: Shape): Variant {
  const shape = {
    ...given,
    sent: Math.min(given.sent, 0.9 * route.most),
    bytes: Math.min(given.bytes, 0.95 * route.most),
  };
  const { connections, sent, bytes, chunked, drips } = shape;
  const rest = drips ? 'then a byte a second' : 'then nothing';
  return {
    name: `${connections} × ${sent} of ${chunked ? '?' : bytes} bytes to ${route.path}, ${rest}`,
    run: (target) => upload(target, route, shape),
  };
}

/** Sends the part, and waits until each of them was ended. */
async function upload(target: Target, route: Route, shape: Shape): Promise<void> {
  const length = shape.chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': shape.bytes };
  const part = shape.chunked ? `${shape.sent.toString(16)}\r\n` : '';
  const text = head(`POST ${route.path}`, { ...route.headers(target), ...length }) + part;
  const body = Buffer.alloc(shape.sent, ' ');
  const sockets = openMany(target, shape.connections, Buffer.concat([Buffer.from(text), body]));
  const dripping = setInterval(() => {
    if (shape.drips) for (const socket of sockets) if (socket.writable) socket.write(drop(shape));
  }, 1_000);
  const ended = sockets.map((socket) => untilEnded(socket));
  const late = AbortSignal.timeout(ENDED_WITHIN_MS);
  const [all] = await Promise.race([
    Promise.all(ended).then(() => [true]),
    once(late, 'abort').then(() => [false]),
  ]);
  clearInterval(dripping);
  const open = sockets.filter(({ closed }) => !closed).length;
  for (const socket of sockets) socket.destroy();
  if (!all) throw new Error(`${open} uploads were not ended within ${ENDED_WITHIN_MS / 1000} s`);
}

const drop = ({ chunked }: Shape): string => (chunked ? '\r\n1\r\n ' : ' ');

async function untilEnded(socket: Socket): Promise<void> {
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
}
