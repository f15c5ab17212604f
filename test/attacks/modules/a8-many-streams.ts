import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Random, Target, Variant } from '../attack.ts';
import { overSse, overWebSockets, type Streams, stir } from '../subscribers.ts';

const SUBSCRIPTIONS = [
  'subscription { seatChanges { id } }',
  'subscription { seatChanges(types: [Deal]) { id node: __typename } }',
  'subscription { seatChanges(after: "Change:1") { id } }',
  'subscription { pixelEvents(pixelId: 2) { __typename } }',
  'subscription { reportStatus(id: "no-such-report") { status } }',
];
const WRITES = 20;

interface Shape {
  readonly streams: number;
  /** Empty for one connection each. */
  readonly perConnection?: number;
  readonly subscriptions: readonly string[];
}

export const attack: Attack = {
  point: 'A8',
  name: 'a thousand streams of one client',
  seconds: 20,
  *variants(random) {
    const [changes = '', , , events = ''] = SUBSCRIPTIONS;
    yield variant({ streams: 1_200, subscriptions: [changes] });
    yield variant({ streams: 1_200, perConnection: 100, subscriptions: [changes] });
    yield variant({ streams: 1_200, perConnection: 100, subscriptions: [events] });
    while (true) yield variant(someShape(random));
  },
};

const someShape = (random: Random): Shape => ({
  streams: 500 + random.integer(1_000),
  ...(random.integer(2) === 0 && { perConnection: random.pick([1, 10, 100, 150]) }),
  subscriptions: [random.pick(SUBSCRIPTIONS), random.pick(SUBSCRIPTIONS)],
});

function variant(shape: Shape): Variant {
  const { streams, perConnection, subscriptions } = shape;
  const transport = perConnection ? `WebSockets with ${perConnection} each` : 'SSE';
  return {
    name: `${streams} streams over ${transport} of ${subscriptions.join(', ')}, and ${WRITES} writes`,
    run: (target) => subscribeAndWrite(target, shape),
  };
}

async function subscribeAndWrite(target: Target, shape: Shape): Promise<void> {
  const { streams: count, perConnection, subscriptions } = shape;
  const queries = Array.from({ length: count }, (_, n) => subscriptions[n % subscriptions.length] ?? '');
  const streams: Streams = perConnection
    ? await overWebSockets(target, queries, perConnection)
    : await overSse(target, queries);
  try {
    await sleep(1_000);
    for (let write = 0; write < WRITES; write += 1) {
      await stir(target);
      await sleep(50);
    }
  } finally {
    streams.close();
  }
}
