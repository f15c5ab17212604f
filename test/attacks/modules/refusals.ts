import type { Attack, Random, Target, Variant } from '../attack.ts';

/** Calls that are refused, each with as many problems as a megabyte can have. */

const MAX_BYTES = 64 * 1024;
const BODY_BYTES = 1_000_000;
const AT_ONCE = 4;

const fill = (item: unknown, bytes = BODY_BYTES): unknown[] =>
  Array(Math.max(1, Math.floor(bytes / (JSON.stringify(item).length + 1)))).fill(item);
const keys = (length: number): object =>
  Object.fromEntries(fill('k'.repeat(length), BODY_BYTES * 0.7).map((key, index) => [`${key}${index}`, 0]));

interface Shape {
  readonly what: keyof typeof SHAPES;
  readonly item: unknown;
}

const ITEMS: readonly unknown[] = [0, {}, [], '', null, 'x'.repeat(300), '\u0001'.repeat(50), { id: -1 }];

/** What is sent, and where. */
const SHAPES = {
  'items of a native list': (item: unknown) => traffic('nativelists', { items: fill(item) }),
  '500 items of a native list': (item: unknown) =>
    traffic('nativelists', { accountId: 1, name: 'List', status: 'ACTIVE', items: Array(500).fill(item) }),
  'parts of a line': (item: unknown) =>
    traffic('lines', { schedules: fill(item, BODY_BYTES / 2), feeList: Array(100).fill(item) }),
  'unknown fields': () => traffic('lines', keys(3)),
  'long names of fields': () => traffic('lines', keys(50_000)),
  'a native batch': (item: unknown) => ({ path: '/v3/rest/campaign', body: Array(500).fill(item) }),
  'filters of a report': (item: unknown) => ({
    path: '/extreport/',
    body: {
      reportOption: {
        metricTypeIds: Array(100).fill(item),
        accountIds: fill(item, BODY_BYTES / 2),
        filterOptions: Array(100).fill({ dimensionTypeId: 4, includeValues: fill(item, 4_000) }),
      },
    },
  }),
  'a list of mutations': (item: unknown) => ({
    path: '/graphql',
    body: {
      query: `mutation ($inputs: [UpdateLineInput!]!) { updateLines(inputs: $inputs) {
        ... on ValidationError { message issues { path message } } } }`,
      variables: { inputs: Array(500).fill({ id: 1, name: '', bidPrice: -1, fees: [item] }) },
    },
  }),
} satisfies Record<string, (item: unknown) => Call>;

interface Call {
  readonly path: string;
  readonly body: unknown;
}

function traffic(resource: string, body: unknown): Call {
  return { path: `/traffic/${resource}`, body };
}

export const attack: Attack = {
  point: 'refusals',
  name: 'refusals of a megabyte',
  seconds: 20,
  *variants(random) {
    for (const what of Object.keys(SHAPES) as Shape['what'][]) yield variant({ what, item: {} });
    while (true) yield variant(someShape(random));
  },
};

const someShape = (random: Random): Shape => ({
  what: random.pick(Object.keys(SHAPES) as Shape['what'][]),
  item: random.pick(ITEMS),
});

function variant({ what, item }: Shape): Variant {
  const { path, body } = SHAPES[what](item);
  const text = JSON.stringify(body);
  return {
    name: `${what} of ${JSON.stringify(item).slice(0, 20)}, ${AT_ONCE} at once`,
    run: async (target) => {
      await Promise.all(Array.from({ length: AT_ONCE }, () => send(target, path, text)));
    },
  };
}

async function send({ origin, token }: Target, path: string, body: string): Promise<void> {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: {
      ...(path === '/graphql'
        ? { authorization: `Bearer ${token}` }
        : { 'x-auth-method': 'OAuth2', 'x-auth-token': token }),
      'content-type': 'application/json',
    },
    body,
    signal: AbortSignal.timeout(30_000),
  });
  const { length } = await response.text();
  if (response.status >= 500) throw new Error(`${path} was answered ${response.status}`);
  if (length > MAX_BYTES) throw new Error(`${path} was answered ${length} characters`);
}
