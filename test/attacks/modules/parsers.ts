import { CHEAP, COSTLY, COSTLY_NUMBERS } from '../../platform/json/shapes.ts';
import type { Attack, Target, Variant } from '../attack.ts';
import { within } from '../cpu.ts';

const MIB = 1024 * 1024;
const REPEATS = 4;
const CPU_PER_MIB = 50;
const CPU_OF_EVENTS = 300;

interface Route {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds for one body. */
  readonly cpu: number;
  body(value: string): string;
}

const management = { bytes: 0.9 * MIB, cpu: CPU_PER_MIB };
const ROUTES: readonly Route[] = [
  {
    path: '/v1/pixels/2/events',
    bytes: 9.5 * MIB,
    cpu: CPU_OF_EVENTS,
    body: (value) =>
      `[{"event_time":${Math.floor(Date.now() / 1000)},"custom_data":{"gv":${'1'.repeat(40)}},"x":${value}}]`,
  },
  ...['product_id', 'user_defined', 'ec'].map((name) => ({
    path: '/v1/pixels/2/events',
    bytes: 9.5 * MIB,
    cpu: CPU_OF_EVENTS,
    body: (value: string) =>
      `[{"event_time":${Math.floor(Date.now() / 1000)},"custom_data":{"${name}":${value}}}]`,
  })),
  {
    ...management,
    path: '/graphql',
    body: (value) => `{"query":"{ __typename }","variables":{"x":${value}}}`,
  },
  { ...management, path: '/traffic/lines', body: (value) => `{"x":${value},"y":1e999}` },
  { ...management, path: '/v3/rest/campaign', body: (value) => `[{"x":${value},"y":1e999}]` },
];
/** Texts are searched for email addresses, however these are escaped. */
const EVENT_TEXT: Route = {
  path: '/v1/pixels/2/events',
  bytes: 9.5 * MIB,
  cpu: CPU_OF_EVENTS,
  body: (value) =>
    `[{"event_time":${Math.floor(Date.now() / 1000)},"user_data":{"vmcid":${value}},"custom_data":{"ec":"x"}}]`,
};
const TEXTS = ['%40', '%2540', '%61', 'a%40', 'a@', '\uff20', '@a.', '%ef', '%25', '@[', 'a@\u00e9'];
const SHAPES = Object.entries({ ...COSTLY, ...COSTLY_NUMBERS, ...CHEAP });

export const attack: Attack = {
  point: 'parsers',
  name: 'JSON that costs more than its size',
  seconds: 40,
  *variants(random) {
    for (const [name, shape] of SHAPES)
      for (const route of ROUTES) yield variant(route, name, shape(route.bytes));
    for (const text of TEXTS)
      yield variant(
        EVENT_TEXT,
        `texts of ${text}`,
        JSON.stringify(text.repeat(EVENT_TEXT.bytes / Buffer.byteLength(text))),
      );
    while (true) {
      const [name, shape] = random.pick(SHAPES);
      const route = random.pick(ROUTES);
      yield variant(route, name, shape(1000 + random.integer(route.bytes - 1000)));
    }
  },
};

function variant(route: Route, name: string, value: string): Variant {
  return {
    name: `${name} to ${route.path}`,
    run: (target) =>
      within(target, REPEATS * route.cpu, async () => {
        for (let n = 0; n < REPEATS; n += 1) await post(target, route, value);
      }),
  };
}

async function post(
  { origin, token, eventsToken }: Target,
  { path, body }: Route,
  value: string,
): Promise<void> {
  const authorization = `Bearer ${path.startsWith('/v1') ? eventsToken : token}`;
  const traffic = { 'x-auth-method': 'OAuth2', 'x-auth-token': token };
  const headers = { 'content-type': 'application/json', authorization, ...traffic };
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: body(value) });
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Error(`answered ${answer.status}`);
}
