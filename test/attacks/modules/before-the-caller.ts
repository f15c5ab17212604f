import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import type { Attack, Target, Variant } from '../attack.ts';
import { within } from '../cpu.ts';

const MIB = 1024 * 1024;
const REPEATS = 20;
/** Milliseconds for one call: the head is read and what follows is dropped. */
const CPU_PER_CALL = 10;
const FORM = 'application/x-www-form-urlencoded';
const SHAPES: Readonly<Record<string, (bytes: number) => string>> = {
  'a&a&…': (bytes) => 'a&'.repeat(bytes / 2),
  '[1e999,…]': (bytes) => `[${'1e999,'.repeat(bytes / 6)}1]`,
  '{},{},…': (bytes) => `[${'{},'.repeat(bytes / 3)}1]`,
};
const PATHS = [
  'PUT /dashboard/session',
  'POST /dashboard/session',
  'POST /identity/oauth2/access_token',
  'POST /identity/oauth2/introspect',
  'POST /identity/oauth2/revoke',
  'POST /graphql',
  'POST /v1/pixels/2/events',
  'POST /traffic/lines',
  'POST /v3/rest/campaign',
  'POST /',
];

export const attack: Attack = {
  point: 'before-the-caller',
  name: 'bodies and messages without a token',
  seconds: 30,
  *variants(random) {
    yield pipelined;
    for (const path of PATHS) for (const shape of Object.keys(SHAPES)) yield calls(path, shape, 0.9 * MIB);
    for (const shape of Object.keys(SHAPES)) yield messages(shape);
    while (true) yield calls(random.pick(PATHS), random.pick(Object.keys(SHAPES)), 100 + random.integer(MIB));
  },
};

function calls(route: string, shape: string, bytes: number): Variant {
  const [method = '', path = ''] = route.split(' ');
  const type = path.startsWith('/identity') || path === '/' ? FORM : 'application/json';
  const body = SHAPES[shape]?.(bytes) ?? '';
  return {
    name: `${REPEATS} × ${bytes} bytes of ${shape} to ${route}`,
    run: (target) =>
      within(target, REPEATS * CPU_PER_CALL, async () => {
        for (let n = 0; n < REPEATS; n += 1) {
          const headers = { 'content-type': type, origin: target.origin };
          const answer = await fetch(`${target.origin}${path}`, { method, headers, body });
          await answer.arrayBuffer();
          if (![400, 401, 403, 413].includes(answer.status)) throw new Error(`answered ${answer.status}`);
        }
      }),
  };
}

function messages(shape: string): Variant {
  const payload = SHAPES[shape]?.(0.9 * MIB) ?? '';
  return {
    name: `${REPEATS} sockets, each with a large ping and connection_init of ${shape}`,
    run: (target) =>
      within(target, REPEATS * CPU_PER_CALL, async () => {
        for (let n = 0; n < REPEATS; n += 1) await socket(target, payload);
      }),
  };
}

/** Milliseconds for a connection: Node reads all requests of a chunk, those of a closed connection too. */
const CPU_PER_PIPELINE = 40;
const PIPELINE = 'GET /v1/none HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(2_000);

const pipelined: Variant = {
  name: `${REPEATS} connections with 2,000 requests each that nobody waits for`,
  run: (target) =>
    within(target, REPEATS * CPU_PER_PIPELINE, async () => {
      await Promise.all(Array.from({ length: REPEATS }, () => pipeline(target)));
      // What the connections left behind is handled before this.
      await (await fetch(`${target.origin}/healthz`)).arrayBuffer();
    }),
};

async function pipeline({ port }: Target): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.resume().end(PIPELINE);
  setTimeout(() => socket.destroy(), 30);
  await once(socket, 'close');
}

async function socket({ origin }: Target, payload: string): Promise<void> {
  const client = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  client.on('error', () => undefined);
  await once(client, 'open');
  for (const type of ['ping', 'connection_init']) client.send(`{"type":"${type}","payload":${payload}}`);
  await once(client, 'close', { signal: AbortSignal.timeout(5_000) });
}
