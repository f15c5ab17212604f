import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { anEvent } from '../../support/traffic/intake.ts';
import type { Attack, Random, Target, Variant } from '../attack.ts';
import { AttackedService } from '../service.ts';

interface Shape {
  /** As pg_dump does it, or as a report of an analyst. */
  readonly lock: 'LOCK TABLE … IN ACCESS SHARE MODE' | 'SELECT';
  /** Days ahead whose partitions are missing, so that they have to be made meanwhile. */
  readonly missing: readonly number[];
  /** A partition is past its time, so that it has to be dropped meanwhile. */
  readonly expired: boolean;
  /** Another process starts on the same database. */
  readonly starts: boolean;
}

const TABLES = ['event', 'event_receipt', 'conversion_receipt'];
const DAY_MS = 86_400_000;
/** Beyond FLIGHTLINE_EVENT_RETENTION_DAYS. */
const EXPIRED_DAYS = 500;
const SLOWEST_POST_MS = 2_000;

export const attack: Attack = {
  point: 'A5',
  name: 'long readers of events',
  seconds: 20,
  *variants(random) {
    yield variant({
      lock: 'LOCK TABLE … IN ACCESS SHARE MODE',
      missing: [1, 7],
      expired: true,
      starts: true,
    });
    while (true) yield variant(someShape(random));
  },
};

const someShape = (random: Random): Shape => ({
  lock: random.pick(['LOCK TABLE … IN ACCESS SHARE MODE', 'SELECT']),
  missing: [1 + random.integer(7), 1 + random.integer(7)],
  expired: random.pick([true, false]),
  starts: random.pick([true, false]),
});

function variant(shape: Shape): Variant {
  const { lock, missing, expired, starts } = shape;
  const meanwhile = starts ? 'a process starts' : 'events are posted';
  return {
    name: `${lock} on all events, days ${missing} ${expired ? 'and a drop ' : ''}to be made, ${meanwhile}`,
    run: (target) => readWhilePosting(target, shape),
  };
}

/** Every post is taken, at once, and a process that starts meanwhile is ready. */
async function readWhilePosting(target: Target, shape: Shape): Promise<void> {
  const { lock, missing, expired, starts } = shape;
  const reader = new pg.Client({ connectionString: target.databaseUrl });
  await reader.connect();
  let other: AttackedService | undefined;
  try {
    for (const table of TABLES) {
      for (const ahead of missing) await reader.query(`DROP TABLE IF EXISTS "${table}_${day(ahead)}"`);
      if (expired) await reader.query(partition(table, -EXPIRED_DAYS));
    }
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    for (const table of TABLES)
      await reader.query(
        lock === 'SELECT' ? `SELECT count(*) FROM "${table}"` : `LOCK TABLE "${table}" IN ACCESS SHARE MODE`,
      );
    const starting = starts ? startOn(target) : undefined;
    for (let post = 0; post < 40; post += 1) {
      await postEvents(target);
      await sleep(100);
    }
    other = await starting;
  } finally {
    await other?.stop();
    await reader.end();
  }
}

function startOn({ databaseUrl, masterKey }: Target): Promise<AttackedService> {
  return AttackedService.start({
    DATABASE_URL: databaseUrl,
    FLIGHTLINE_MASTER_KEY: masterKey,
    FLIGHTLINE_SERVICES: 'intake,identity',
    FLIGHTLINE_DEMO: 'off',
  });
}

async function postEvents({ origin, eventsToken }: Target): Promise<void> {
  const began = performance.now();
  const response = await fetch(`${origin}/v1/pixels/2/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${eventsToken}`, 'content-type': 'application/json' },
    body: JSON.stringify([anEvent()]),
  });
  const text = await response.text();
  const ms = performance.now() - began;
  if (!response.ok) throw new Error(`a post was answered ${response.status}: ${text}`);
  if (ms > SLOWEST_POST_MS) throw new Error(`a post took ${ms.toFixed(0)} ms`);
}

const dateOf = (ahead: number): string => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10);
const day = (ahead: number): string => dateOf(ahead).replaceAll('-', '');

const partition = (table: string, ahead: number): string =>
  `CREATE TABLE IF NOT EXISTS "${table}_${day(ahead)}" PARTITION OF "${table}"
   FOR VALUES FROM ('${dateOf(ahead)} 00:00:00+00') TO ('${dateOf(ahead + 1)} 00:00:00+00')`;
