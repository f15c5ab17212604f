import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Random, Target, Variant } from '../attack.ts';
import { cpuOf, databaseCpuOf } from '../cpu.ts';
import { askGraphql } from '../graphql-client.ts';
import { FEED_ADVERTISER, fillSeat } from '../large-seat.ts';
import { head, openMany } from '../raw-client.ts';

/** Four users of one seat, ten requests at once: the other seat gets its half of everything. */

const AT_ONCE = 10;
/** What is asked on the other side of a socket that nobody reads. */
const UNREAD_REQUESTS = 15;
/** Milliseconds of CPU, of the service and the database, that a point pays for, and those of any request. */
const CPU_OF_POINT = 3;
const CPU_OF_REQUEST = 60;
/** A seat that asks for too much may be refused. */
const ACCEPTED = [200, 400, 413, 429, 503, 504];

const many = (count: number, field: (index: number) => string): string =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: ${field(index)}`).join(' ')} }`;
const text = (random: Random): string => `q${random.integer(1_000)}`;

const LINE = `id name status supplyType language objective mediaType goalType bidPrice goalAmount maxGoal
  marginGoal billingPrice createdAt updatedAt`;
const ORDERS = ['BID_PRICE', 'GOAL_AMOUNT', 'OBJECTIVE', 'LANGUAGE', 'STATUS', 'CREATED_AT'];

const values = (random: Random, count: number): string =>
  Array.from({ length: count }, () => `"${text(random)}"`).join(', ');
const previews = (test: () => string): string =>
  many(2, () => {
    const conditions = Array.from({ length: 5 }, () => `{ id: { ${test()} } }`).join(', ');
    return `productSetPreview(advertiserId: ${FEED_ADVERTISER}, filter: { or: [${conditions}] }, first: 1) { count }`;
  });
const LOAD = `mutation ($content: String!) {
  loadProductFeed(input: { advertiserId: ${FEED_ADVERTISER + 1}, format: CSV, content: $content }) { __typename } }`;
const feed = (products: number, prefix: string): Request => ({
  query: LOAD,
  variables: {
    content: `id\n${Array.from({ length: products }, (_, n) => `${prefix}${n.toString(36)}`).join('\n')}`,
  },
});

interface Request {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Documents of GraphQL. */
const DOCUMENTS = {
  'counts of changes': (random: Random) =>
    many(60, () => `changes(filter: { field: "${text(random)}" }) { totalCount }`),
  'counts of changes by nested conditions': (random: Random) =>
    many(10, (index) => {
      const terms = Array.from({ length: 10 }, () => `{ not: { field: "${text(random)}" } }`).join(', ');
      return `changes(filter: { or: [${terms}], requestId: "r${index}" }) { totalCount }`;
    }),
  'counts of lines by text': (random: Random) =>
    many(100, () => `lines(filter: { name: { contains: "${text(random)}" } }) { totalCount }`),
  'positions of changes': () => many(1_000, () => 'changePosition'),
  'sorts by fields without an index': (random: Random) =>
    many(100, () => `lines(orderBy: { field: ${random.pick(ORDERS)} }, first: 100) { nodes { id name } }`),
  'sorts of what no line has': (random: Random) =>
    many(50, () => {
      const filter = `{ name: { contains: "${text(random)}${text(random)}" } }`;
      return `lines(filter: ${filter}, orderBy: { field: ${random.pick(ORDERS)} }) { totalCount nodes { id } }`;
    }),
  'counts below connections': (random: Random) => `{ advertisers(first: 50) { totalCount nodes {
    campaigns(first: 20) { totalCount nodes {
      lines(first: 1, filter: { name: { contains: "${text(random)}" } }) { totalCount nodes { id } } } } } } }`,
  'texts of one letter': (random: Random) =>
    `{ creatives(filter: { or: [${Array.from({ length: 20 }, () => `{ ${random.pick(['landingUrl', 'description'])}: { contains: "${'a'.repeat(50 + random.integer(200))}b" } }`).join(', ')}] }) { totalCount } }`,
  'a search for long words': (random: Random) =>
    many(5, () => `search(query: "${'⁗'.repeat(50 + random.integer(140))}x") { totalCount }`),
  // Each product is tested with each condition, and none matches.
  'previews of product sets': (random: Random) => previews(() => `in_list: [${values(random, 100)}]`),
  'previews by numbers': (random: Random) => previews(() => `lte: -${1 + random.integer(1_000)}`),
  'product feeds of the largest size': (random: Random) => feed(10_000, `p${random.integer(1_000)}`),
  'product feeds that are too large': () => feed(160_000, ''),
  'one line of many pages': () => many(20, () => `lines(last: 100) { nodes { ${LINE} } }`),
  'changes of each of many lines': () =>
    `{ lines(first: 100) { nodes { id changes(first: 50) { totalCount nodes { id fields { path before after } } } } } }`,
} satisfies Record<string, (random: Random) => string | Request>;

/** Lists of REST. */
const LISTS = {
  'traffic lines by text': (random: Random) => `/traffic/lines?query=${text(random)}&limit=100`,
  'traffic lines by text and order': (random: Random) =>
    `/traffic/lines?query=${text(random)}&limit=100&sort=${random.pick(['name', 'status', 'id'])}&dir=desc`,
  'traffic lines of late pages': (random: Random) =>
    `/traffic/lines?limit=100&page=${300 + random.integer(190)}`,
  'native campaigns': (random: Random) => `/v3/rest/campaign?si=${random.integer(900)}&mr=500`,
} satisfies Record<string, (random: Random) => string>;

export const attack: Attack = {
  point: 'shares',
  name: 'four users of one seat',
  // A service of its own.
  settings: { FLIGHTLINE_DEMO: 'on' },
  usersOfSeat: 4,
  seconds: 90,
  prepare: fillSeat,
  *variants(random) {
    const documents = Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[];
    const lists = Object.keys(LISTS) as (keyof typeof LISTS)[];
    yield unread(random);
    for (const what of documents) yield together({ name: what, ask: byDocument(what, random) });
    for (const what of lists) yield together({ name: what, ask: byList(what, random) });
    while (true) {
      const [first, second] = [random.pick(documents), random.pick(documents)];
      const list = random.pick(lists);
      const asks = [byDocument(first, random), byDocument(second, random), byList(list, random)];
      const ask: Ask = (target, index) => (asks[index % asks.length] as Ask)(target, index);
      yield together({ name: `${first}, ${second} and ${list}`, ask });
    }
  },
};

type Ask = (target: Target, index: number) => Promise<{ readonly status: number; readonly text: string }>;

const byDocument =
  (what: keyof typeof DOCUMENTS, random: Random): Ask =>
  (target) => {
    const document = DOCUMENTS[what](random);
    return askGraphql(target, typeof document === 'string' ? { query: document } : document);
  };

const byList =
  (what: keyof typeof LISTS, random: Random): Ask =>
  async ({ origin, token }) => {
    const path = LISTS[what](random);
    const headers: Record<string, string> = path.startsWith('/traffic')
      ? { 'x-auth-method': 'OAuth2', 'x-auth-token': token }
      : { authorization: `Bearer ${token}` };
    const response = await fetch(`${origin}${path}`, { headers, signal: AbortSignal.timeout(30_000) });
    return { status: response.status, text: await response.text() };
  };

function together({ name, ask }: { name: string; ask: Ask }): Variant {
  return {
    name: `${name}, ${AT_ONCE} at once`,
    run: async (target) => {
      let points: number | undefined = 0;
      const one = async (_: unknown, index: number) => {
        const token = target.tokens[index % target.tokens.length] as string;
        const answer = await ask({ ...target, token }, index).catch(unlessTimeout);
        if (answer && !ACCEPTED.includes(answer.status))
          throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 300)}`);
        const used = answer?.status === 200 ? /"used":(\d+)/.exec(answer.text)?.[1] : undefined;
        points = used === undefined || points === undefined ? undefined : points + Number(used);
      };
      const before = await cpuOfAll(target);
      await Promise.all(Array.from({ length: AT_ONCE }, one));
      // What was refused, or is not GraphQL, says no points.
      if (points === undefined) return;
      const cpu = (await cpuOfAll(target)) - before;
      const most = points * CPU_OF_POINT + AT_ONCE * CPU_OF_REQUEST;
      if (cpu > most)
        throw new Error(
          `${cpu.toFixed(0)} ms of CPU for ${points} points; ${most.toFixed(0)} ms are allowed`,
        );
    },
  };
}

const cpuOfAll = async (target: Target): Promise<number> =>
  (await cpuOf(target)) + (await databaseCpuOf(target));

/** Whoever asks for so much may wait longer than he likes. */
function unlessTimeout(error: Error): undefined {
  if (error.name !== 'TimeoutError') throw error;
}

/** Answers of some 900 kB that nobody reads. */
function unread(random: Random): Variant {
  const query = `${many(13, () => `lines(first: 100, orderBy: { field: CREATED_AT }) { nodes { ${LINE} } }`)} # ${text(random)}`;
  const body = JSON.stringify({ query });
  return {
    name: `${UNREAD_REQUESTS} × ${AT_ONCE} answers that are not read`,
    run: async (target) => {
      const sockets = target.tokens.flatMap((token) => {
        const headers = {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        };
        const request = head('POST /graphql', headers) + body;
        return openMany(target, Math.ceil(AT_ONCE / target.tokens.length), request.repeat(UNREAD_REQUESTS));
      });
      for (const socket of sockets) socket.pause();
      await sleep(10_000);
      for (const socket of sockets) socket.destroy();
      await Promise.all(sockets.map((socket) => (socket.closed ? undefined : once(socket, 'close'))));
    },
  };
}
