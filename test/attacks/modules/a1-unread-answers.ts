import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getIntrospectionQuery } from 'graphql';
import type { Attack, Random, Target, Variant } from '../attack.ts';
import { head, metric, openMany, within } from '../raw-client.ts';

interface Shape {
  readonly connections: number;
  /** On each connection, one behind the other. */
  readonly requests: number;
  /** Bytes that are read of each answer in a second. */
  readonly reads: number;
}

/** Every route with an answer of its own, with and without a token. */
const ROUTES: Readonly<Record<string, (target: Target) => string | Promise<string>>> = {
  GraphiQL: () => head('GET /graphql', { accept: 'text/html' }),
  'GraphiQL, compressed': () => head('GET /graphql', { accept: 'text/html', 'accept-encoding': 'gzip, br' }),
  '/docs/rest': () => head('GET /docs/rest'),
  'script of /docs/rest': async ({ origin }) => head(`GET ${await largestScript(origin)}`),
  '/openapi.json': () => head('GET /openapi.json'),
  '/metrics': () => head('GET /metrics'),
  'no such path': () => head('GET /nowhere'),
  'no token': () => head('GET /traffic/lines'),
  introspection: ({ token }) => {
    const body = JSON.stringify({ query: getIntrospectionQuery() });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return head('POST /graphql', { ...headers, 'content-length': Buffer.byteLength(body) }) + body;
  },
  'list of lines': ({ token }) =>
    head('GET /traffic/lines?limit=100', { 'x-auth-method': 'OAuth2', 'x-auth-token': token }),
  'time zones': ({ token }) =>
    head('GET /v3/rest/dictionary/timezones', { authorization: `Bearer ${token}` }),
  'report file': async (target) => head(`GET ${await reportPath(target)}`, { 'accept-encoding': 'gzip' }),
};

const SHAPES: readonly Shape[] = [
  { connections: 100, requests: 1, reads: 0 },
  { connections: 1, requests: 200, reads: 0 },
  { connections: 10, requests: 40, reads: 0 },
  { connections: 60, requests: 2, reads: 1 },
];
/** The service gives whoever does not read 15 s. */
const CLOSED_WITHIN_S = 35;
const MAX_WITH_TOKEN = 5;

export const attack: Attack = {
  point: 'A1',
  name: 'unread answers',
  seconds: 45,
  *variants(random) {
    yield variant(['GraphiQL'], { connections: 100, requests: 1, reads: 0 });
    yield variant(Object.keys(ROUTES), { connections: 1, requests: 200, reads: 0 });
    while (true) yield variant(someRoutes(random), random.pick(SHAPES));
  },
};

function variant(routes: readonly string[], shape: Shape): Variant {
  const { connections, requests, reads } = shape;
  return {
    name: `${connections} × ${requests} of ${routes.join(', ')}, reading ${reads} bytes a second`,
    run: (target) => leaveUnread(target, routes, shape),
  };
}

function someRoutes(random: Random): readonly string[] {
  const names = Object.keys(ROUTES);
  return [random.pick(names), random.pick(names), random.pick(names)];
}

/** Asks, reads little or nothing, and waits until nothing waits for it any more. */
async function leaveUnread(target: Target, routes: readonly string[], shape: Shape): Promise<void> {
  const sockets: Socket[] = [];
  for (const route of routes) {
    const text = await ROUTES[route]?.(target);
    // Many calls that cost the service work are a flood; here it is about what is not read.
    const most = text?.includes(target.token) ? MAX_WITH_TOKEN : shape.connections;
    const count = Math.min(shape.connections, most);
    sockets.push(...openMany(target, count, (text ?? '').repeat(shape.requests)));
  }
  for (const socket of sockets) socket.pause();
  const reading = setInterval(() => {
    if (shape.reads > 0) for (const socket of sockets) socket.read(shape.reads);
  }, 1_000);
  try {
    await sleep(2_000);
    await within(CLOSED_WITHIN_S, 'the service lets go of what is not read', async () => {
      return (await metric(target, 'flightline_http_waiting_bytes')) === 0;
    });
  } finally {
    clearInterval(reading);
    for (const socket of sockets) socket.destroy();
  }
}

async function largestScript(origin: string): Promise<string> {
  const page = await (await fetch(`${origin}/docs/rest`)).text();
  const name = /assets\/swagger-ui-\w+\.js/.exec(page)?.[0];
  if (!name) throw new Error('/docs/rest names no script of Swagger UI.');
  return `/${name}`;
}

let report: Promise<string> | undefined;

/** Path of a finished report's file. */
function reportPath(target: Target): Promise<string> {
  report ??= makeReport(target);
  return report;
}

async function makeReport({ origin, token }: Target): Promise<string> {
  const headers = { 'x-auth-method': 'OAuth2', 'x-auth-token': token, 'content-type': 'application/json' };
  const reportOption = { dimensionTypeIds: [4], metricTypeIds: [1, 10001, 10002] };
  const body = JSON.stringify({ dateTypeId: 8, intervalTypeId: 2, reportOption });
  const created = await (await fetch(`${origin}/extreport/`, { method: 'POST', headers, body })).json();
  const { customerReportId } = created as { customerReportId: string };
  for (let tries = 0; tries < 100; tries += 1) {
    const state = await (await fetch(`${origin}/extreport/${customerReportId}`, { headers })).json();
    const { url } = state as { url?: string };
    if (url) return url.slice(new URL(url).origin.length);
    await sleep(200);
  }
  throw new Error(`no report could be made: ${JSON.stringify(created)}`);
}
