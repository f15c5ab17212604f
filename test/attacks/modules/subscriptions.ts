import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Random, Target, Variant } from '../attack.ts';
import { cpuOf } from '../cpu.ts';
import { askGraphql } from '../graphql-client.ts';
import { head, openMany } from '../raw-client.ts';
import { overSse, overWebSockets, type Streams, stir } from '../subscribers.ts';

/** Milliseconds of CPU that a point pays for, and those of the writes and of streams that are opened. */
const CPU_OF_POINT = 3;
const CPU_OF_WRITE = 60;
const CPU_OF_STREAM = 30;
const WRITES = 20;

const page = (field: string, below: string) => `${field}(first: 100) { nodes { ${below} } }`;
const HEAVY = [
  `seatChanges { id node { ... on Deal { ${page('history', 'id user { id } client { id } fields { path } at')} } } }`,
  `seatChanges { id user { id } node { id ... on Deal { a: ${page('history', 'id')} b: ${page('history', 'id at')} } } }`,
  'pixelEvents(pixelId: 2) { at outcome events { id eventTime value identities userDefined } errors { index field reason } }',
  'liveDelivery(advertiserId: 1, range: { preset: ALL_TIME }) { impressions spend { amount } cpm { amount } asOf }',
];

interface Shape {
  readonly streams: number;
  readonly transport: 'SSE' | 'WebSocket' | 'SSE that nobody reads';
  readonly selection: string;
  /** Whether all have the same text. */
  readonly areEqual: boolean;
}

export const attack: Attack = {
  point: 'subscriptions',
  name: 'streams of heavy selections',
  seconds: 30,
  *variants(random) {
    const [selection = ''] = HEAVY;
    for (const transport of ['SSE', 'WebSocket', 'SSE that nobody reads'] as const)
      yield variant({ streams: 20, transport, selection, areEqual: true });
    yield variant({ streams: 20, transport: 'SSE', selection, areEqual: false });
    yield variant({ streams: 200, transport: 'WebSocket', selection, areEqual: false });
    while (true) yield variant(someShape(random));
  },
};

const someShape = (random: Random): Shape => ({
  streams: 1 + random.integer(200),
  transport: random.pick(['SSE', 'WebSocket', 'SSE that nobody reads'] as const),
  selection: random.pick(HEAVY),
  areEqual: random.integer(2) === 0,
});

function variant(shape: Shape): Variant {
  const { streams, transport, selection, areEqual } = shape;
  return {
    name: `${streams} ${areEqual ? 'equal ' : ''}streams over ${transport} of ${selection}, and ${WRITES} writes`,
    run: (target) => subscribeAndWrite(target, shape),
  };
}

async function subscribeAndWrite(target: Target, shape: Shape): Promise<void> {
  const { streams: count, transport, selection, areEqual } = shape;
  const queries = Array.from(
    { length: count },
    (_, n) => `subscription ${areEqual ? 'Same' : `Own${n}`} { ${selection} }`,
  );
  const [cpuBefore, pointsBefore] = [await cpuOf(target), await pointsLeft(target)];
  const streams =
    transport === 'SSE'
      ? await overSse(target, queries)
      : transport === 'WebSocket'
        ? await overWebSockets(target, queries, 50)
        : unread(target, queries);
  try {
    await sleep(1_000);
    for (let write = 0; write < WRITES; write += 1) await stir(target);
    // Until what was told is all told.
    for (let last = -1; last !== streams.told(); await sleep(1_000)) last = streams.told();
    const cpu = (await cpuOf(target)) - cpuBefore;
    const points = pointsBefore - (await pointsLeft(target));
    // Equal selections are executed once; each stream still pays, and writes its own answer.
    const paid = areEqual ? points / 4 : points;
    const most = WRITES * CPU_OF_WRITE + count * CPU_OF_STREAM + paid * CPU_OF_POINT;
    if (cpu > most)
      throw new Error(`${cpu.toFixed(0)} ms of CPU for ${points} points; ${most.toFixed(0)} ms are allowed`);
  } finally {
    streams.close();
  }
}

/** Streams whose answers stay in the connection. */
function unread(target: Target, queries: readonly string[]): Streams {
  const sockets = queries.flatMap((query) => {
    const body = JSON.stringify({ query });
    const headers = {
      authorization: `Bearer ${target.token}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    return openMany(target, 1, head('POST /graphql', headers) + body);
  });
  for (const socket of sockets) socket.pause();
  return { told: () => 0, close: () => sockets.forEach((socket) => void socket.destroy()) };
}

async function pointsLeft(target: Target): Promise<number> {
  const { text } = await askGraphql(target, { query: '{ rateLimit { remaining } }' });
  const left = /"remaining":(\d+)/.exec(text)?.[1];
  if (left === undefined) throw new Error(`no points in ${text.slice(0, 200)}`);
  return Number(left);
}
