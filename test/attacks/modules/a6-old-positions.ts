import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Attack, Random, Target, Variant } from '../attack.ts';
import { askGraphql } from '../graphql-client.ts';
import { within } from '../raw-client.ts';
import { overSse, overWebSockets, type Streams, stir } from '../subscribers.ts';

/** Where a watcher says it had got to. */
const POSITIONS: Readonly<Record<string, (real: string) => string>> = {
  'its last change': (real) => real,
  'far ahead': () => 'Change:9007199254740991',
  'of another cluster': (real) => real.replace(/\d+$/, (digits) => `9${digits}`),
  first: () => 'Change:1',
  'no position': () => 'Change:zzz',
  'another type': () => 'Advertiser:1',
};
/** Transactions a second that a hundred idle watchers may cause, the bystander's own left out. */
const MAX_TRANSACTIONS = 150;
const WATCHED_S = 3;

interface Shape {
  readonly position: string;
  readonly watchers: number;
  readonly transport: 'SSE' | 'WebSocket';
}

export const attack: Attack = {
  point: 'A6',
  name: 'watchers with old positions',
  seconds: 15,
  *variants(random) {
    for (const position of ['far ahead', 'its last change'])
      yield variant({ position, watchers: 100, transport: 'SSE' });
    while (true) yield variant(someShape(random));
  },
};

const someShape = (random: Random): Shape => ({
  position: random.pick(Object.keys(POSITIONS)),
  watchers: 10 + random.integer(150),
  transport: random.pick(['SSE', 'WebSocket']),
});

function variant(shape: Shape): Variant {
  const { position, watchers, transport } = shape;
  return {
    name: `${watchers} idle watchers of changes after ${position}, over ${transport}`,
    run: (target) => watchIdly(target, shape),
  };
}

async function watchIdly(target: Target, { position, watchers, transport }: Shape): Promise<void> {
  await stir(target);
  const { text } = await askGraphql(target, { query: '{ changes(first: 1) { nodes { id } } }' });
  const real = /"id":"([^"]+)"/.exec(text)?.[1] ?? 'Change:1';
  const query = `subscription { seatChanges(after: "${POSITIONS[position]?.(real)}") { id } }`;
  const queries = Array.from({ length: watchers }, () => query);
  const streams =
    transport === 'SSE' ? await overSse(target, queries) : await overWebSockets(target, queries, 50);
  try {
    await sleep(1_000);
    const before = await transactions(target);
    await sleep(WATCHED_S * 1_000);
    const each = ((await transactions(target)) - before) / WATCHED_S;
    if (each > MAX_TRANSACTIONS) throw new Error(`${each.toFixed(0)} transactions a second for nothing`);
    if (position === 'its last change') await expectNext(target, streams, watchers);
  } finally {
    streams.close();
  }
}

/** Each watcher is told the next change, once. */
async function expectNext(target: Target, streams: Streams, watchers: number): Promise<void> {
  await stir(target);
  await within(10, `${watchers} watchers are told the next change`, async () => streams.told() >= watchers);
  if (streams.told() > watchers) throw new Error(`${watchers} watchers were told ${streams.told()} changes`);
}

async function transactions({ databaseUrl }: Target): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // What a backend has done is reported when it is idle for a second.
  const { rows } = await client.query<{ count: string }>(
    'SELECT sum(xact_commit) AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  await client.end();
  return Number(rows[0]?.count);
}
