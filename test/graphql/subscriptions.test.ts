import { describe, expect, test, vi } from 'vitest';
import { publish } from '../../src/domain/live/publish.ts';
import { follow, subscribe } from '../../src/graphql/subscriptions.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const { db, pool } = system;

let channels = 0;
function newChannel(): string {
  channels += 1;
  return `test:${channels}`;
}

/** A subscription that is heard already: its first value, undefined, is taken. */
async function heard<T>(channel: string) {
  const messages = subscribe<T>({ ctx: system, channel });
  expect(await messages.next()).toEqual({ value: undefined, done: false });
  return messages;
}

async function take<T>(messages: AsyncIterator<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  while (taken.length < count) taken.push((await messages.next()).value);
  return taken;
}

/** How many connections of this database listen. */
async function listening(): Promise<number> {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  return rows[0].n;
}

describe('subscribe', () => {
  test('hears every message to its channel in order, and none of another', async () => {
    const channel = newChannel();
    const messages = await heard<number>(channel);
    await publish({ db, channel: newChannel(), payload: 0 });
    for (const payload of [1, 2, 3]) await publish({ db, channel, payload });
    expect(await take(messages, 3)).toEqual([1, 2, 3]);
    await messages.return?.();
  });

  test('hears nothing of a transaction that is rolled back', async () => {
    const channel = newChannel();
    const messages = await heard<string>(channel);
    await system.database.prisma
      .$transaction(async (db) => {
        await publish({ db, channel, payload: 'rolled back' });
        throw new Error('undo');
      })
      .catch(() => undefined);
    await publish({ db, channel, payload: 'committed' });
    expect(await take(messages, 1)).toEqual(['committed']);
    await messages.return?.();
  });

  test('a payload too large for a message becomes "read again"', async () => {
    const channel = newChannel();
    const messages = await heard<string>(channel);
    await publish({ db, channel, payload: 'x'.repeat(10_000) });
    expect(await take(messages, 1)).toEqual([undefined]);
    await messages.return?.();
  });

  test('a reader that does not read keeps at most a hundred messages, then "read again"', async () => {
    const channel = newChannel();
    const messages = await heard<number>(channel);
    await pool.query(
      `SELECT pg_notify('flightline_live', json_build_object('channel', $1::text, 'payload', i)::text)
                      FROM generate_series(1, 2000) i`,
      [channel],
    );
    const probe = await heard<string>(`${channel}:probe`);
    await publish({ db, channel: `${channel}:probe`, payload: 'delivered after them' });
    await take(probe, 1);
    expect(await take(messages, 1)).toEqual([undefined]);
    expect((await take(messages, 50)).every((value) => value === undefined || value > 1800)).toBe(true);
    await messages.return?.();
    await probe.return?.();
  });

  test('a pending read ends at once when the subscription is left', async () => {
    const messages = await heard(newChannel());
    const pending = messages.next();
    await messages.return?.();
    expect(await pending).toEqual({ value: undefined, done: true });
  });

  test('a lost connection is sought again, and subscribers are told to read again', async () => {
    const channel = newChannel();
    const messages = await heard<string>(channel);
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    expect(await take(messages, 1)).toEqual([undefined]);
    await publish({ db, channel, payload: 'after' });
    expect(await take(messages, 1)).toEqual(['after']);
    await messages.return?.();
  });

  test('a thousand subscriptions share one connection and leave nothing behind', async () => {
    for (let i = 0; i < 10; i += 1) {
      const all = await Promise.all(Array.from({ length: 100 }, () => heard(newChannel())));
      // A connection that was given back takes a moment to end.
      await vi.waitFor(async () => expect(await listening()).toBe(1));
      await Promise.all(all.map((messages) => messages.return?.()));
    }
    await vi.waitFor(async () => expect(await listening()).toBe(0));
    expect(pool.waitingCount).toBe(0);
    expect(pool.totalCount - pool.idleCount).toBe(0);
  });
});

describe('follow', () => {
  test('yields what is there first, then what each message brings, and ends when it is done', async () => {
    const channel = newChannel();
    const states = [['SUBMITTED'], ['PROCESSING'], ['SUCCESS']];
    const values = follow<string, string>({
      ctx: system,
      channel,
      read: async () => ({ values: states.shift() ?? [], done: states.length === 0 }),
    });
    expect(await values.next()).toEqual({ value: 'SUBMITTED', done: false });
    await publish({ db, channel });
    expect(await values.next()).toEqual({ value: 'PROCESSING', done: false });
    await publish({ db, channel });
    expect(await values.next()).toEqual({ value: 'SUCCESS', done: false });
    expect(await values.next()).toEqual({ value: undefined, done: true });
    await vi.waitFor(async () => expect(await listening()).toBe(0));
  });

  test('leaving it ends a read that waits for a message', async () => {
    const values = follow({ ctx: system, channel: newChannel(), read: async () => ({ values: [] }) });
    const pending = values.next();
    await vi.waitFor(async () => expect(await listening()).toBe(1));
    await values.return?.();
    expect(await pending).toEqual({ value: undefined, done: true });
  });
});
