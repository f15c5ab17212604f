import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { expect, test, vi } from 'vitest';
import { buildApp } from '../../../../src/app.ts';
import { parsePostback } from '../../../../src/domain/events/conversion/rules.ts';
import { conversionWriter } from '../../../../src/domain/events/conversion/store.ts';
import { writeEvents } from '../../../../src/domain/events/event/store.ts';
import { ensurePartitions, maintainPartitions } from '../../../../src/domain/events/intake/partitions.ts';
import { receiptId } from '../../../../src/domain/events/intake/receipt-id.ts';
import { keyText, takeKeys, usedKeys } from '../../../../src/domain/events/intake/request-key.ts';
import { openDatabase } from '../../../../src/platform/database/connection/client.ts';
import { tokenFor } from '../../../support/actors.ts';
import { onCleanup } from '../../../support/on-cleanup.ts';
import { testSystem } from '../../../support/system.ts';
import { anEvent, createPoster, eventsOf, type Poster, postEvents } from '../../../support/traffic/intake.ts';

/** Idempotency-Keys of intake around midnight, where one partition ends and the next begins. */

const DAY_MS = 86_400_000;
const system = await testSystem();
const midnight = (Math.floor(Date.now() / DAY_MS) + 3) * DAY_MS;
const around = (ms: number) => new Date(midnight + ms);
for (const ms of [-DAY_MS, -1, 0, DAY_MS]) await ensurePartitions(system, around(ms));

const aKey = (key: string = randomUUID()) => ({
  clientId: 'c',
  key,
  requestHash: 'ab'.repeat(32),
  receiptId: randomUUID(),
});
type Key = ReturnType<typeof aKey>;

async function within<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await system.pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
const take = (key: Key, at: Date) => within((client) => takeKeys(client, [key], at));
/** What `takeKeys` returns if another process has taken the key. */
const lost = (key: Key) => new Map([[keyText(key), key.requestHash]]);
const nothing = new Map();
const isUsed = async (key: Key, at: Date) => (await usedKeys(system.pool, [key], at)).size === 1;

/** A process whose clock stands at some milliseconds after that midnight. */
async function processAt(ms: number) {
  const database = openDatabase({ url: system.database.url });
  onCleanup(() => database.close());
  const one = { ...system, db: database.prisma, pool: database.pool, now: () => around(ms) };
  const app = await buildApp({ system: one });
  onCleanup(() => app.close());
  return { app, system: one };
}

test('equal keys that arrive at once in four processes, on both sides of midnight, are stored once', async () => {
  const processes = await Promise.all([-900, -1, 0, 1_100].map(processAt));
  const own = await createPoster(system);
  const [first] = processes;
  const eventToken = await tokenFor(first?.system ?? system, own.client, { realm: 'events' });
  const body = JSON.stringify([anEvent({ event_time: midnight })]);
  const keys = Array.from({ length: 30 }, () => randomUUID());
  const answers = await Promise.all(
    keys.flatMap((key) =>
      processes.map(({ app }) => postEvents(app, { ...own, eventToken }, body, { 'idempotency-key': key })),
    ),
  );
  expect(
    [...new Set(answers.map(({ statusCode }) => statusCode))].filter((s) => ![200, 409, 503].includes(s)),
  ).toEqual([]);
  expect(await eventsOf(system, own.pixelId)).toHaveLength(30);
});

test('a call after midnight waits for one before it that is still storing the key, and then finds it taken', async () => {
  const key = aKey();
  const client = await system.pool.connect();
  await client.query('BEGIN');
  await takeKeys(client, [key], around(-1));
  let isDone = false;
  const second = take({ ...key, receiptId: randomUUID() }, around(60_000)).finally(() => {
    isDone = true;
  });
  await sleep(200);
  expect(isDone).toBe(false);
  await client.query('COMMIT');
  client.release();
  expect(await second).toEqual(lost(key));
});

test('of keys that are taken at once, only those that another process has taken are lost, in all partitions', async () => {
  const keys = [aKey(), aKey(), aKey()] as const;
  const [first, second] = keys;
  // The first is only taken today, as by a process whose clock is ahead.
  await take(first, around(3_600_000));
  await take(second, around(1));
  const again = keys.map((key) => ({ ...key, receiptId: randomUUID() }));
  expect(await within((client) => takeKeys(client, again, around(60_000)))).toEqual(
    new Map([...lost(first), ...lost(second)]),
  );
  const { rows } = await system.pool.query<{ day: string; key: string; id: string }>(
    `SELECT day::text, key, receipt_id AS id FROM used_key WHERE key = ANY ($1) ORDER BY key, day`,
    [keys.map(({ key }) => key)],
  );
  const idsOf = ({ key }: Key) => rows.filter((row) => row.key === key).map(({ id }) => id);
  expect(keys.map(idsOf)).toEqual([
    [first.receiptId],
    [second.receiptId, second.receiptId],
    [again[2]?.receiptId, again[2]?.receiptId],
  ]);
});

const noon = { ...system, now: () => around(DAY_MS / 2) };
/** Functions that store a conversion or an array of events, under a key or without one. */
const writersOf = ({ client, seatId, advertiserId, pixelId }: Poster) => {
  const call = (key: Key | undefined) => {
    const receivedAt = noon.now();
    const id = key?.receiptId ?? receiptId(receivedAt);
    return { receiptId: id, receivedAt, clientId: client.clientId, seatId, key };
  };
  const pairs = () => Object.entries({ vmcid: 'unknown', id: randomUUID(), dp: 'shop' });
  const event = { event_time: Math.floor(Date.now() / 1000), user_data: { idfa: randomUUID() } };
  const array = { advertiserId, pixelId, events: [event], bytes: 100, isAdmitted: false };
  return {
    conversions: (key?: Key) =>
      conversionWriter(noon).write({ ...parsePostback(pairs()), ...call(key), click: undefined }),
    events: async (key?: Key) => (await writeEvents(noon, { ...call(key), ...array })).outcome,
  };
};

test.each([
  ['events', ['ACCEPTED', 'DUPLICATE', 'CONFLICT', 'ACCEPTED']],
  ['conversions', ['STORED', 'REPLAYED', 'CONFLICT', 'STORED']],
] as const)(
  'of %s that share a commit, only those whose key another process takes at the same moment are not stored',
  async (kind, outcomes) => {
    const write = writersOf(await createPoster(system))[kind];
    const inOrder = (n: number) => aKey(`${n} ${randomUUID()}`);
    const [free, raced, other] = [inOrder(1), inOrder(2), inOrder(3)];
    const before = { ...other, requestHash: 'cd'.repeat(32), receiptId: randomUUID() };
    const [first, second] = [await system.pool.connect(), await system.pool.connect()];
    const areWaiting = (count: number) =>
      vi.waitFor(async () => {
        const { rows } = await system.pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(count);
      });
    try {
      await first.query('BEGIN');
      await takeKeys(first, [{ ...raced, receiptId: randomUUID() }, before], noon.now());
      const written = Promise.all([free, raced, other, undefined].map((key): Promise<string> => write(key)));
      await areWaiting(1);
      await second.query('BEGIN');
      const later = takeKeys(second, [{ ...free, receiptId: randomUUID() }], noon.now());
      await areWaiting(2);
      await first.query('COMMIT');
      // The group has not given up the key that it had taken, which would be the next race.
      expect(await later).toEqual(lost(free));
      expect(await written).toEqual(outcomes);
    } finally {
      for (const client of [first, second]) await client.query('ROLLBACK').finally(() => client.release());
    }
  },
);

test('a key of yesterday is used for 24 hours to the millisecond, and free after that', async () => {
  const key = aKey();
  const takenAt = -3_600_000;
  await take(key, around(takenAt));
  for (const later of [1, 3_599_999, 3_600_000, 11 * 3_600_000, DAY_MS - 1]) {
    expect(await isUsed(key, around(takenAt + later))).toBe(true);
    expect(await take({ ...key, receiptId: randomUUID() }, around(takenAt + later))).toEqual(lost(key));
  }
  expect(await isUsed(key, around(takenAt + DAY_MS))).toBe(false);
  expect(await take(key, around(takenAt + DAY_MS))).toEqual(nothing);
  expect(await isUsed(key, around(takenAt + DAY_MS + 1))).toBe(true);
});

test('a partition is dropped once all of its keys have expired, and no sooner', async () => {
  const exists = async () =>
    (
      await system.pool.query(`SELECT to_regclass($1) AS name`, [
        `used_key_${new Date(midnight - DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`,
      ])
    ).rows[0]?.name !== null;
  const maintainAt = (ms: number) => maintainPartitions({ ...system, now: () => around(ms) });
  await maintainAt(DAY_MS + 5 * 60_000);
  expect(await exists()).toBe(true);
  await maintainAt(DAY_MS + 11 * 60_000);
  expect(await exists()).toBe(false);
});

/** As the version before takes a key. */
const takeAsBefore = (key: Key, at: Date) =>
  within(async (client) => {
    const { rowCount } = await client.query(
      `INSERT INTO intake_key (client_id, key, request_hash, receipt_id, created_at)
       SELECT client_id, key, decode(hash, 'hex'), receipt_id, $5
       FROM unnest($1::text[], $2::text[], $3::text[], $4::uuid[]) AS taken (client_id, key, hash, receipt_id)
       ON CONFLICT (client_id, key) DO UPDATE
       SET request_hash = excluded.request_hash, receipt_id = excluded.receipt_id, created_at = excluded.created_at
       WHERE intake_key.created_at <= $6`,
      [[key.clientId], [key.key], [key.requestHash], [key.receiptId], at, new Date(at.getTime() - DAY_MS)],
    );
    return rowCount === 1 ? nothing : lost(key);
  });

test('while processes of the previous version run, a key is taken once, by whichever of them', async () => {
  const now = around(3_600_000);
  const [older, newer] = [aKey(), aKey()];
  await takeAsBefore(older, now);
  expect(await isUsed(older, now)).toBe(true);
  expect(await take(older, now)).toEqual(lost(older));
  expect(await take(newer, now)).toEqual(nothing);
  expect(await takeAsBefore(newer, now)).toEqual(lost(newer));
  for (let round = 0; round < 20; round += 1) {
    const at = around(round % 2 === 0 ? 3_600_000 : DAY_MS + 1);
    const key = aKey();
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        (n % 2 === 0 ? take : takeAsBefore)({ ...key, receiptId: randomUUID() }, at),
      ),
    );
    expect(taken.filter(({ size }) => size === 0)).toHaveLength(1);
  }
});

test('keys that the previous version stored are still used after the update, and expire', async () => {
  const now = around(7_200_000);
  const key = aKey();
  await system.pool.query('ALTER TABLE intake_key DISABLE TRIGGER USER');
  await takeAsBefore(key, around(-7_200_000));
  await system.pool.query('ALTER TABLE intake_key ENABLE TRIGGER USER');
  expect(await isUsed(key, now)).toBe(true);
  expect(await take(key, now)).toEqual(lost(key));
  expect(await take(key, around(-7_200_000 + DAY_MS))).toEqual(nothing);
});

test('the version before takes keys of a day for which no process of this one has made a partition', async () => {
  await takeAsBefore(aKey(), around(40 * DAY_MS));
});
