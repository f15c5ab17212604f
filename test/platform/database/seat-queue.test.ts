import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectForStatement, openDatabase } from '../../../src/platform/database/connection/client.ts';
import { forSeat, withDatabaseShare } from '../../../src/platform/database/connection/share.ts';
import { isCanceled, isUnavailable } from '../../../src/platform/database/errors.ts';
import { createTestDatabase } from '../../support/database.ts';

const { pool, prisma, url } = await createTestDatabase();
const connections = pool.options.max;
const [FIRST, SECOND, THIRD] = [1, 2, 3];

/** Requests connections for a seat, and collects them as they are granted. */
function ask(seat: number | undefined, count: number) {
  const held: PoolClient[] = [];
  const connect = () => pool.connect().then((client) => void held.push(client));
  const requests = Array.from({ length: count }, () =>
    seat === undefined ? connect() : forSeat(seat, connect),
  );
  const all = Promise.allSettled(requests);
  const release = (number = held.length) => {
    for (const client of held.splice(0, number)) client.release();
  };
  onTestFinished(async () => {
    pool.options.connectionTimeoutMillis = 5_000;
    for (let done = false; !done; ) {
      release();
      done = await Promise.race([all.then(() => true), sleep(5, false)]);
    }
    release();
  });
  return { held, release, all };
}
/** A seat alone has all but these. */
const most = connections - Math.floor(connections / 8);

/** Waits until so many are held, on a busy machine too, and then for what might come wrongly. */
async function settled(...expected: (readonly [{ held: PoolClient[] }, number])[]): Promise<void> {
  const counts = () => expected.map(([{ held }]) => held.length);
  const wanted = expected.map(([, count]) => count);
  await vi.waitFor(() => expect(counts()).toEqual(wanted), { timeout: 10_000 });
  await sleep(100);
  expect(counts()).toEqual(wanted);
}

test('alone, a seat has all connections but a few, and those of another seat never wait for its own', async () => {
  const first = ask(FIRST, 3 * connections);
  await settled([first, most]);
  await settled([ask(SECOND, 1), 1]);
});

test('while another seat waits, a seat that has half gets no more; connections go to those who used least', async () => {
  const first = ask(FIRST, 4 * connections);
  await settled([first, most]);
  const second = ask(SECOND, connections);
  await settled([first, most], [second, connections - most]);
  while (first.held.length > connections / 2) {
    first.release(1);
    await sleep(5);
  }
  await settled([first, connections / 2], [second, connections / 2]);
  const third = ask(THIRD, 1);
  first.release(1);
  await settled([first, connections / 2 - 1], [third, 1]);
});

test('when nobody else waits, a seat has more than half again', async () => {
  const first = ask(FIRST, 4 * connections);
  const second = ask(SECOND, 4);
  await vi.waitFor(() => expect(second.held.length).toBeGreaterThan(0), { timeout: 10_000 });
  second.release();
  await vi.waitFor(() => expect(first.held.length).toBeGreaterThan(connections / 2), { timeout: 10_000 });
});

test('work of the process is no seat’s, and waits for none but the connections themselves', async () => {
  await settled([ask(FIRST, 3 * connections), most]);
  await settled([ask(undefined, 2), 2]);
});

test('waiting is bounded in time and number, and what waits in vain is unavailable', async () => {
  pool.options.connectionTimeoutMillis = 300;
  const first = ask(FIRST, connections);
  const waiting = Array.from({ length: 1_100 }, () => forSeat(FIRST, () => pool.query('SELECT 1')));
  const refusals = Promise.allSettled(waiting);
  await sleep(50);
  expect(pool.waitingCount).toBeLessThanOrEqual(1_000);
  const results = await refusals;
  expect(results.every((result) => result.status === 'rejected' && isUnavailable(result.reason))).toBe(true);
  expect(pool.waitingCount).toBe(0);
  first.release();
  expect((await forSeat(FIRST, () => pool.query('SELECT 1 AS one'))).rows).toEqual([{ one: 1 }]);
});

test('a statement of a seat is cancelled when its time is over, and its connection is as good as before', async () => {
  for (const read of [
    async () => await pool.query('SELECT pg_sleep(20)'),
    async () => await prisma.$queryRawUnsafe('SELECT pg_sleep(20)::text'),
  ]) {
    const begun = performance.now();
    const error: unknown = await withDatabaseShare(read, { seatId: FIRST, limitMs: 200 }).catch(
      (error) => error,
    );
    expect(isCanceled(error)).toBe(true);
    expect(performance.now() - begun).toBeLessThan(10_000);
  }
  const after = Array.from({ length: 50 }, () => forSeat(FIRST, () => pool.query('SELECT 1 AS one')));
  for (const { rows } of await Promise.all(after)) expect(rows).toEqual([{ one: 1 }]);
});

test('of statements only so many run at a time; another seat’s has its place, and transactions need none', async () => {
  const { pool, close } = openDatabase({ url, limit: { statements: 3, isForAll: () => true } });
  onTestFinished(close);
  const query = (seatId: number) => forSeat(seatId, () => pool.query('SELECT pg_sleep(0.5)'));
  const inUse = () => pool.totalCount - pool.idleCount;
  const first = Promise.all(Array.from({ length: 8 }, () => query(FIRST)));
  await vi.waitFor(() => expect(inUse()).toBe(2), { timeout: 10_000 });
  const second = query(SECOND);
  await vi.waitFor(() => expect(inUse()).toBe(3), { timeout: 10_000 });
  const client = await forSeat(FIRST, () => pool.connect());
  expect(inUse()).toBe(4);
  client.release();
  await second;
  expect(pool.waitingCount).toBeGreaterThan(0);
  await first;
  expect([inUse(), pool.waitingCount]).toEqual([0, 0]);
});

test('a seat alone has no such limit until others come; what runs already is not interrupted', async () => {
  let isForAll = false;
  const { pool, close } = openDatabase({ url, limit: { statements: 3, isForAll: () => isForAll } });
  onTestFinished(close);
  const query = () => forSeat(FIRST, () => pool.query('SELECT pg_sleep(0.5)'));
  const inUse = () => pool.totalCount - pool.idleCount;
  const first = Promise.all(Array.from({ length: 8 }, query));
  await vi.waitFor(() => expect(inUse()).toBe(8), { timeout: 10_000 });
  isForAll = true;
  const second = Promise.all(Array.from({ length: 4 }, query));
  await first;
  await vi.waitFor(() => expect(inUse()).toBe(2), { timeout: 10_000 });
  await second;
});

test('the limit always holds for statements that may take long, and the pool tells who has work', async () => {
  const told = new Set<number | undefined>();
  const isForAll = (busy: Iterable<number | undefined>) => {
    for (const seat of busy) told.add(seat);
    return false;
  };
  const { pool, close } = openDatabase({ url, limit: { statements: 3, isForAll } });
  onTestFinished(close);
  const query = (seatId: number, limitMs?: number) =>
    withDatabaseShare(() => pool.query('SELECT pg_sleep(0.5)'), { seatId, limitMs });
  const inUse = () => pool.totalCount - pool.idleCount;
  const long = Promise.all(Array.from({ length: 8 }, () => query(FIRST, 9_000)));
  await vi.waitFor(() => expect(inUse()).toBe(2), { timeout: 10_000 });
  const short = Promise.all(Array.from({ length: 4 }, () => query(SECOND)));
  await vi.waitFor(() => expect(inUse()).toBe(6), { timeout: 10_000 });
  expect(told).toContain(FIRST);
  await Promise.all([long, short]);
  expect([inUse(), pool.waitingCount]).toEqual([0, 0]);
});

test('a statement with a long time limit runs as a short one if it says so, and the reverse', async () => {
  const { pool, close } = openDatabase({ url, limit: { statements: 3, isForAll: () => false } });
  onTestFinished(close);
  const inUse = () => pool.totalCount - pool.idleCount;
  const run = async (bounds: { limitMs?: number; isLong: boolean }) => {
    const client = await connectForStatement(pool, { seatId: FIRST, ...bounds });
    await client.query('SELECT pg_sleep(0.5)');
    client.release();
  };
  const short = Array.from({ length: 4 }, () => run({ limitMs: 60_000, isLong: false }));
  await vi.waitFor(() => expect(inUse()).toBe(4), { timeout: 10_000 });
  await Promise.all(short);
  const long = Array.from({ length: 4 }, () => run({ isLong: true }));
  await vi.waitFor(() => expect(inUse()).toBe(2), { timeout: 10_000 });
  await Promise.all(long);
});

test('transactions and what the process does for itself have no such limit', async () => {
  const waits = (db: Pick<typeof prisma, '$queryRawUnsafe'>) =>
    db.$queryRawUnsafe('SELECT pg_sleep(0.5)::text');
  await withDatabaseShare(async () => await prisma.$transaction(waits), { seatId: FIRST, limitMs: 100 });
  await withDatabaseShare(async () => await pool.query('SELECT pg_sleep(0.5)'), { limitMs: 100 });
});
