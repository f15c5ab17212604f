import type { Attack, Random, Target, Variant } from '../attack.ts';

/** Names that callers choose, each another one: nothing of them may stay in memory. */

const AT_ONCE = 4;
const MAX_GROWTH_MIB = 200;
const LONG = 900_000;

type Send = (target: Target, name: (length: number) => string) => Promise<Response>;

const graphql = (target: Target, body: object, headers: Record<string, string> = {}) =>
  fetch(`${target.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${target.token}`, ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
const QUERY = '{ advertisers(first: 1) { nodes { id } } }';
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const forged = (kid: string) => `${base64({ alg: 'ES256', typ: 'at+jwt', kid })}.e30.AA`;

const KINDS: Readonly<Record<string, Send>> = {
  'operation names of 0.9 MB': (target, name) => graphql(target, { query: QUERY, operationName: name(LONG) }),
  'operation names': (target, name) => graphql(target, { query: QUERY, operationName: name(200) }),
  'names of operations in documents': (target, name) =>
    graphql(target, { query: `query ${name(200)} ${QUERY}` }),
  aliases: (target, name) =>
    graphql(target, { query: `{ ${name(200)}: advertisers(first: 1) { totalCount } }` }),
  'comments of 0.9 MB': (target, name) => graphql(target, { query: `# ${name(LONG)}\n${QUERY}` }),
  'unknown fields': (target, name) => graphql(target, { query: `{ ${name(200)} }` }),
  'values of variables': (target, name) =>
    graphql(target, {
      query: 'query($n: String) { advertisers(first: 1, filter: {name: {eq: $n}}) { totalCount } }',
      variables: { n: name(200) },
    }),
  'unknown variables': (target, name) => graphql(target, { query: QUERY, variables: { [name(LONG)]: 1 } }),
  'shapes of variables': (target, name) =>
    graphql(target, {
      query: 'query($i: [ID!]!) { nodes(ids: $i) { id } }',
      variables: { i: [`${name(60)}:1`, `${name(60)}:2`] },
    }),
  'unknown keys of tokens': (target, name) =>
    graphql(target, { query: QUERY }, { authorization: `Bearer ${forged(name(4_000))}` }),
  'tokens of the intake': (target, name) =>
    fetch(`${target.origin}/v1/pixels/2/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${name(6_000)}`, 'content-type': 'application/json' },
      body: '[]',
    }),
  seats: (target, name) => graphql(target, { query: QUERY }, { 'x-seat-id': name(8_000) }),
  'request IDs and traces': (target, name) =>
    graphql(target, { query: QUERY }, { 'x-request-id': name(4_000), tracestate: `a=${name(4_000)}` }),
  'keys of idempotency': (target, name) =>
    graphql(
      target,
      { query: 'mutation { deleteReport(id: "x") { __typename } }' },
      { 'idempotency-key': name(5_000) },
    ),
  paths: (target, name) => fetch(`${target.origin}/${name(7_000)}`),
  parameters: (target, name) =>
    fetch(`${target.origin}/traffic/lines?${name(7_000)}=1`, {
      headers: { 'x-auth-method': 'OAuth2', 'x-auth-token': target.token },
    }),
  clients: (target, name) =>
    fetch(`${target.origin}/identity/oauth2/access_token?realm=dsp`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ iss: name(1_000), sub: name(1_000), jti: name(1_000) })}.AA`,
      }),
    }),
};

export const attack: Attack = {
  point: 'names',
  name: 'names that callers choose',
  // Long enough for each kind once: some 4,500 requests.
  seconds: 60,
  *variants(random) {
    for (const kind of Object.keys(KINDS)) yield variant(kind, random);
    while (true) yield variant(random.pick(Object.keys(KINDS)), random);
  },
};

function variant(kind: string, random: Random): Variant {
  let made = 0;
  const name = (length: number): string => {
    made += 1;
    const start = `n${random.integer(1_000_000)}_${made}_`;
    return start + 'x'.repeat(length - start.length);
  };
  const requests = kind.includes('MB') ? 100 : 300;
  return {
    name: `${requests} ${kind}`,
    run: async (target) => {
      const before = await heapMib(target);
      for (let sent = 0; sent < requests; sent += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, () => once(KINDS[kind] as Send, target, name)));
      const grown = (await heapMib(target)) - before;
      if (grown > MAX_GROWTH_MIB) throw new Error(`the service keeps ${grown.toFixed(0)} MiB`);
    },
  };
}

async function once(send: Send, target: Target, name: (length: number) => string): Promise<void> {
  const response = await send(target, name);
  await response.text();
  if (response.status === 500) throw new Error('answered 500');
}

async function heapMib({ origin }: Target): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1] ?? Number.NaN) / 2 ** 20;
}
