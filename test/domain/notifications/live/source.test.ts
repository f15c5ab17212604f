import { describe, expect, test, vi } from 'vitest';
import { NotFoundError } from '../../../../src/domain/errors.ts';
import { listen } from '../../../../src/domain/notifications/live/listen.ts';
import { endableGenerator, states } from '../../../../src/domain/notifications/live/source.ts';
import { transaction } from '../../../../src/platform/database/connection/client.ts';
import { publish } from '../../../../src/platform/database/rows/publish.ts';
import { testSystem } from '../../../support/system.ts';

const system = await testSystem();
const { db, pool } = system;

let channels = 0;
function newChannel(): string {
  channels += 1;
  return `test:${channels}`;
}

/** Follows a channel; its state is what was received so far, a missed message as `?`. */
function receivedOn(channel: string, read?: (received: string) => Promise<void>) {
  return endableGenerator((signal) =>
    states<string, string>(
      {
        system,
        key: channel,
        channel,
        read: async (before, messages) => {
          const state = `${before ?? ''}${messages.map((message) => message ?? '?').join('')}`;
          await read?.(state);
          return { state };
        },
      },
      signal,
    ),
  );
}

/** Takes states until one is `wanted`. */
async function until(values: AsyncIterator<string>, wanted: string): Promise<void> {
  for (;;) {
    const { value, done } = await values.next();
    if (done) throw new Error('It ended.');
    if (value === wanted) return;
  }
}

/** How many connections of this database listen. */
async function listening(): Promise<number> {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  return rows[0].n;
}

describe('a live source', () => {
  test('receives every message of its channel in order, and none of another', async () => {
    const channel = newChannel();
    const values = receivedOn(channel);
    await until(values, '');
    await publish({ db, channel: newChannel(), payload: '0' });
    for (const payload of ['1', '2', '3']) await publish({ db, channel, payload });
    await until(values, '123');
    await values.return(undefined);
  });

  test('receives nothing of a transaction that is rolled back', async () => {
    const channel = newChannel();
    const values = receivedOn(channel);
    await until(values, '');
    const undone = transaction(db, async (inner) => {
      await publish({ db: inner, channel, payload: 'rolled back' });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await publish({ db, channel, payload: 'committed' });
    await until(values, 'committed');
    await values.return(undefined);
  });

  test('a payload too large for a message says that one was missed', async () => {
    const channel = newChannel();
    const values = receivedOn(channel);
    await until(values, '');
    await publish({ db, channel, payload: 'x'.repeat(10_000) });
    await until(values, '?');
    await values.return(undefined);
  });

  test('is read once for all who follow it in this process', async () => {
    const channel = newChannel();
    let reads = 0;
    const follow = () =>
      receivedOn(channel, async () => {
        reads += 1;
      });
    const all = Array.from({ length: 100 }, follow);
    await Promise.all(all.map((values) => until(values, '')));
    expect(reads).toBe(1);
    await publish({ db, channel, payload: '1' });
    await Promise.all(all.map((values) => until(values, '1')));
    expect(reads).toBe(2);
    const late = follow();
    expect(await late.next()).toEqual({ value: '1', done: false });
    await Promise.all([...all, late].map((values) => values.return(undefined)));
    await vi.waitFor(async () => expect(await listening()).toBe(0), { timeout: 10_000 });
  });

  test('notifying a thousand subscribers does not block other work', async () => {
    const channel = newChannel();
    const all = Array.from({ length: 1_000 }, () => receivedOn(channel));
    await Promise.all(all.map((values) => until(values, '')));
    let turns = 0;
    let notified = 0;
    const count = () => {
      turns += 1;
      if (notified < all.length) setImmediate(count);
    };
    const next = all.map((values) =>
      until(values, '1').then(() => {
        if (notified === 0) count();
        notified += 1;
      }),
    );
    await publish({ db, channel, payload: '1' });
    await Promise.all(next);
    expect(turns).toBeGreaterThan(30);
    await Promise.all(all.map((values) => values.return(undefined)));
  });

  test('a follower that pauses resumes with the newest state; messages that pile up become one', async () => {
    const channel = newChannel();
    let proceed: (() => void) | undefined;
    const values = receivedOn(channel, async (received) => {
      if (received === 'wait')
        await new Promise<void>((resolve) => {
          proceed = resolve;
        });
    });
    await until(values, '');
    await publish({ db, channel, payload: 'wait' });
    await vi.waitFor(() => expect(proceed).toBeDefined(), { timeout: 10_000 });
    await pool.query(
      `SELECT pg_notify('flightline_live', json_build_object('channel', $1::text, 'payload', i::text)::text)
       FROM generate_series(1, 2000) i`,
      [channel],
    );
    const probe = receivedOn(`${channel}:probe`);
    await until(probe, '');
    await publish({ db, channel: `${channel}:probe`, payload: 'delivered after them' });
    await until(probe, 'delivered after them');
    proceed?.();
    for (let last = ''; !last.endsWith('2000'); ) {
      last = String((await values.next()).value);
      expect(last.length).toBeLessThan(1_000);
    }
    await values.return(undefined);
    await probe.return(undefined);
  });

  test('a pending read ends at once when the follower leaves', async () => {
    const values = receivedOn(newChannel());
    await until(values, '');
    const pending = values.next();
    await values.return(undefined);
    expect(await pending).toEqual({ value: undefined, done: true });
  });

  test('a lost connection is sought again, and those who follow learn that messages may be missing', async () => {
    const channel = newChannel();
    const values = receivedOn(channel);
    await until(values, '');
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    await until(values, '?');
    await publish({ db, channel, payload: 'after' });
    await until(values, '?after');
    await values.return(undefined);
  });

  test('a read that fails is tried again and ends nobody; what the domain refuses ends all', async () => {
    const channel = newChannel();
    const failures: Error[] = [new Error('away')];
    const follow = () =>
      receivedOn(channel, async (received) => {
        const failure = received === '' ? undefined : failures.shift();
        if (failure) throw failure;
      });
    const all = [follow(), follow()];
    await Promise.all(all.map((values) => until(values, '')));
    await publish({ db, channel, payload: '1' });
    await publish({ db, channel, payload: '2' });
    await Promise.all(all.map((values) => values.next()));
    failures.push(new NotFoundError('Report'));
    const refused = all.map((values) => expect(values.next()).rejects.toThrow('Report not found.'));
    await publish({ db, channel, payload: '3' });
    await Promise.all(refused);
    const again = receivedOn(channel);
    await until(again, '');
    await again.return(undefined);
  });

  test('one that cannot be read at first refuses all who came for it, and leaves nothing behind', async () => {
    const channel = newChannel();
    const refuse = () => receivedOn(channel, async () => Promise.reject(new NotFoundError('Report')));
    const all = [refuse(), refuse()].map((values) => expect(values.next()).rejects.toThrow(NotFoundError));
    await Promise.all(all);
    await vi.waitFor(async () => expect(await listening()).toBe(0), { timeout: 10_000 });
  });

  test('a thousand of them share one connection and leave nothing behind', async () => {
    for (let i = 0; i < 10; i += 1) {
      const all = Array.from({ length: 100 }, () => receivedOn(newChannel()));
      await Promise.all(all.map((values) => until(values, '')));
      // A connection that was given back takes a moment to end.
      await vi.waitFor(async () => expect(await listening()).toBe(1), { timeout: 10_000 });
      await Promise.all(all.map((values) => values.return(undefined)));
    }
    await vi.waitFor(async () => expect(await listening()).toBe(0), { timeout: 10_000 });
    expect(pool.waitingCount).toBe(0);
    expect(pool.totalCount - pool.idleCount).toBe(0);
  });
});

test('an unresponsive connection is closed, and subscribers learn that they may have missed messages', async () => {
  const received: unknown[] = [];
  const stop = await listen({ system, channel: 'silent', onMessage: (payload) => received.push(payload) });
  const { rows } = await pool.query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  const { pid } = rows[0];
  process.kill(pid, 'SIGSTOP');
  try {
    await vi.waitFor(() => expect(received).toEqual([undefined]), { timeout: 20_000, interval: 100 });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  stop();
});
