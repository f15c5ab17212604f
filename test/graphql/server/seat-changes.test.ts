import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { enterEpoch } from '../../../src/domain/notifications/history/epoch.ts';
import { changesPosition, latestPosition } from '../../../src/domain/notifications/history/position.ts';
import { recordChange } from '../../../src/domain/notifications/history/record.ts';
import { watchChanges } from '../../../src/domain/notifications/history/watch.ts';
import { transaction } from '../../../src/platform/database/connection/client.ts';
import { contextOf, createClient, createSeat, tokenFor } from '../../support/actors.ts';
import { testApp } from '../../support/app.ts';
import { startTokenProcess } from '../../support/processes/start.ts';
import { countStatements } from '../../support/statements.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const { app } = await testApp(system);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

const QUERY = `subscription ($types: [RecordedResource!], $after: ID) {
  seatChanges(types: $types, after: $after) { id resource action requestId fields { path after } }
}`;
const DEAL = {
  name: 'Deal',
  status: 'ACTIVE',
  exchangeId: 1,
  exchangeDealId: 'X',
  description: 'D',
  accountIsExcluded: true,
};

interface SeenChange {
  readonly id: string;
  readonly resource: string;
  readonly action: string;
  readonly requestId: string;
  readonly fields: readonly { path: string; after: unknown }[];
}
type Results = AsyncIterator<{ data?: unknown; errors?: unknown }>;

/** Streams of a client, and what it writes. */
async function member(options: { seatId?: number } = {}) {
  const client = await createClient(system, options);
  const authorization = `Bearer ${await tokenFor(system, client)}`;
  const over = {
    SSE: (variables: Record<string, unknown> = {}): Results =>
      createSseClient({ url: `${origin}/graphql`, headers: { authorization }, retryAttempts: 0 }).iterate({
        query: QUERY,
        variables,
      }) as Results,
    WebSocket: (variables: Record<string, unknown> = {}): Results =>
      createWsClient({
        url: `${origin.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { authorization },
        retryAttempts: 0,
      }).iterate({ query: QUERY, variables }) as Results,
  };
  /** Creates deals of these names, at this or another process. */
  const write = async (names: readonly string[], at = origin) => {
    for (const name of names) {
      const response = await fetch(`${at}/traffic/deals`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization,
          'x-auth-method': 'OAuth2',
          'x-auth-token': authorization.slice(7),
        },
        body: JSON.stringify({ ...DEAL, name }),
      });
      expect(response.status).toBe(200);
    }
  };
  return { client, over, write };
}

const nameOf = ({ fields }: SeenChange) => fields.find(({ path }) => path === 'name')?.after;

async function take(results: Results, count: number): Promise<SeenChange[]> {
  const taken: SeenChange[] = [];
  while (taken.length < count) {
    const { value } = await results.next();
    expect(value?.errors).toBeUndefined();
    taken.push((value.data as { seatChanges: SeenChange }).seatChanges);
  }
  return taken;
}

/** Opens a stream and waits until changes reach it: the first one it receives is called `probe`. */
async function opened(results: Results, write: (names: readonly string[]) => Promise<void>) {
  const first = results.next();
  let received = false;
  void first.then(() => {
    received = true;
  });
  await vi.waitFor(
    async () => {
      await write(['probe']);
      expect(received).toBe(true);
    },
    { timeout: 10_000, interval: 300 },
  );
  return (((await first).value?.data ?? {}) as { seatChanges: SeenChange }).seatChanges;
}

/** The next change that is not a probe. */
async function nextNames(results: Results, count: number): Promise<unknown[]> {
  const names: unknown[] = [];
  while (names.length < count) {
    const [change] = await take(results, 1);
    const name = change && nameOf(change);
    if (name !== 'probe') names.push(name);
  }
  return names;
}

async function listening(): Promise<number> {
  const { rows } = await system.pool.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  return rows[0].n;
}

test('a change is read once, however many streams receive it', async () => {
  const { over, write } = await member();
  const streams = [over.SSE(), over.SSE(), over.WebSocket(), over.WebSocket()];
  for (const stream of streams) await opened(stream, write);
  const { statements } = await countStatements(system.pool, async () => {
    await write(['new']);
    for (const stream of streams) expect(await nextNames(stream, 1)).toEqual(['new']);
  });
  expect(statements.filter((text) => /FROM "public"\."change"/.test(text)).length).toBeLessThanOrEqual(2);
  for (const stream of streams) await stream.return?.();
});

describe.each(['SSE', 'WebSocket'] as const)('seatChanges over %s', (transport) => {
  test('sends the changes of the seat in order, and none of another seat', async () => {
    const { over, write } = await member();
    const stranger = await member();
    const results = over[transport]();
    await opened(results, write);
    await stranger.write(['foreign']);
    await write(['one', 'two']);
    await write(['three']);
    expect(await nextNames(results, 3)).toEqual(['one', 'two', 'three']);
    await results.return?.();
    await vi.waitFor(async () => expect(await listening()).toBe(0), 5000);
  });

  test('begins after `after`: changes that the client missed are sent first, once', async () => {
    const { over, write } = await member();
    const results = over[transport]();
    const { id } = await opened(results, write);
    await results.return?.();
    await write(['missed 1', 'missed 2']);
    const again = over[transport]({ after: id });
    expect(await nextNames(again, 2)).toEqual(['missed 1', 'missed 2']);
    await write(['then']);
    expect(await nextNames(again, 1)).toEqual(['then']);
    await again.return?.();
  });

  test('sends changes of the requested types only', async () => {
    const { over, write } = await member();
    const results = over[transport]({ types: ['Deal'] });
    expect(await opened(results, write)).toMatchObject({ resource: 'Deal', action: 'CREATE' });
    await results.return?.();
  });

  test('refuses an `after` that names no change of the seat', async () => {
    const { over, write } = await member();
    const stranger = await member();
    await write(['mine']);
    await stranger.write(['theirs']);
    const { rows } = await system.pool.query('SELECT id FROM change WHERE seat_id = $1', [
      stranger.client.seatId,
    ]);
    for (const after of [`Change:${rows[0].id}`, 'Change:999999999', 'Deal:1']) {
      const answer = await over[transport]({ after })
        .next()
        .then(
          ({ value }) => value?.errors,
          (error) => error,
        );
      expect(JSON.stringify(answer)).toContain('"argument":"after"');
    }
  });
});

test('changes that another process writes are sent too', async () => {
  const { over, write } = await member();
  const { origin: other } = await startTokenProcess(system, { face: 'app' });
  const results = over.SSE();
  await opened(results, write);
  await write(['elsewhere'], other);
  await write(['here']);
  expect(await nextNames(results, 2)).toEqual(['elsewhere', 'here']);
  await results.return?.();
}, 180_000);

describe('watching changes', () => {
  /** A seat with nothing in its history, and what watches and writes it. */
  async function watched() {
    const { seatId } = await createSeat(system);
    const ctx = await contextOf(system, await createClient(system, { seatId }));
    const watch = async (after?: number) => {
      const from = await changesPosition(ctx, after);
      if (!from) throw new Error('no position');
      return watchChanges({ ctx, from });
    };
    /** Writes a change in a transaction of its own that is open until the answer is called. */
    const begin = (name: string, times = 1) =>
      new Promise<(end: 'COMMIT' | 'ROLLBACK') => Promise<void>>((resolve, reject) => {
        const written = transaction(system.database.prisma, async (db) => {
          for (let n = 0; n < times; n += 1) await write(name, db);
          const end = await new Promise((proceed) =>
            resolve((how) => {
              proceed(how);
              return written;
            }),
          );
          if (end === 'ROLLBACK') throw new Error(end);
        }).then(
          () => undefined,
          (error) => (error.message === 'ROLLBACK' ? undefined : reject(error)),
        );
      });
    const write = (name: string, db: typeof ctx.db = ctx.db) =>
      recordChange({
        ctx: { ...ctx, db, requestId: name },
        resource: 'Deal',
        id: 1,
        action: 'CREATE',
        after: { name },
      });
    return { ctx, watch, begin, write };
  }

  const nextNames = async (changes: AsyncIterator<{ requestId: string }>, count: number) => {
    const names: string[] = [];
    while (names.length < count) names.push((await changes.next()).value?.requestId);
    return names;
  };

  test('what streams that begin at the same change are behind is read once for all of them', async () => {
    const { ctx, begin } = await watched();
    const from = (await changesPosition(ctx, undefined)) ?? { id: 0n, seen: new Set<bigint>() };
    const end = await begin('old', 450);
    await end('COMMIT');
    const { statements } = await countStatements(system.pool, async () => {
      const streams = Array.from({ length: 4 }, () => watchChanges({ ctx, from }));
      const names = await Promise.all(streams.map((changes) => nextNames(changes, 450)));
      expect(names.flat()).toEqual(Array(1_800).fill('old'));
      for (const changes of streams) await changes.return(undefined);
    });
    const pages = statements.filter((text) => /FROM "public"\."change"/.test(text));
    expect(pages).toHaveLength(5);
  });

  test('a change that commits late is sent, and no later change overtakes it', async () => {
    const { watch, begin, write } = await watched();
    const changes = await watch();
    const end = await begin('begun first');
    await write('committed first');
    let received = 0;
    const first = nextNames(changes, 1).then((names) => {
      received += 1;
      return names;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(received).toBe(0);
    await end('COMMIT');
    expect(await first).toEqual(['begun first']);
    expect(await nextNames(changes, 1)).toEqual(['committed first']);
    await changes.return(undefined);
  });

  test('one that is rolled back delays the others no longer than that', async () => {
    const { watch, begin, write } = await watched();
    const changes = await watch();
    const end = await begin('undone', 3);
    await write('last');
    const next = nextNames(changes, 1);
    await end('ROLLBACK');
    expect(await next).toEqual(['last']);
    await changes.return(undefined);
  });

  test('a transaction of another seat holds up nobody here', async () => {
    const { watch, write } = await watched();
    const other = await watched();
    const changes = await watch();
    const end = await other.begin('long');
    await write('short');
    expect(await nextNames(changes, 1)).toEqual(['short']);
    await end('COMMIT');
    await changes.return(undefined);
  });

  test('changes that were committed before are not sent; those that commit later are, however early they began', async () => {
    const { ctx, watch, begin, write } = await watched();
    const end = await begin('under way');
    await write('before');
    const position = await latestPosition(ctx);
    const [now, behind] = [await watch(), await watch(position)];
    await end('COMMIT');
    await write('after');
    expect(await nextNames(now, 2)).toEqual(['under way', 'after']);
    expect(await nextNames(behind, 3)).toEqual(['under way', 'before', 'after']);
    const { id } = await ctx.db.change.findFirstOrThrow({
      where: { seatId: ctx.seatId, requestId: 'before' },
    });
    const last = await watch(Number(id));
    expect(await nextNames(last, 1)).toEqual(['after']);
    await last.return(undefined);
    await now.return(undefined);
    await behind.return(undefined);
  });

  test('going on behind a change that another one will come before misses neither', async () => {
    const { ctx, watch, begin, write } = await watched();
    const end = await begin('smaller id');
    await write('seen');
    const { id } = await ctx.db.change.findFirstOrThrow({ where: { seatId: ctx.seatId } });
    const changes = await watch(Number(id));
    await end('COMMIT');
    await write('next');
    expect(await nextNames(changes, 2)).toEqual(['smaller id', 'next']);
    await changes.return(undefined);
  });

  test('sixteen writers at once and a reader that reconnects repeatedly: each change once, none left out', async () => {
    const { ctx, watch, write } = await watched();
    const written: string[] = [];
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let n = 0; n < 12; n += 1) {
        await transaction(ctx.db, async (db) => {
          await write(`${writer}:${n}`, db);
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
        });
        written.push(`${writer}:${n}`);
      }
    });
    const received: string[] = [];
    let after = 0;
    while (received.length < 16 * 12) {
      const changes = await watch(after);
      for (let n = 0; n < 10 && received.length < 16 * 12; n += 1) {
        const { value } = await changes.next();
        received.push(value?.requestId ?? '');
        after = Number(value?.id);
      }
      await changes.return(undefined);
    }
    await Promise.all(writers);
    expect([...received].sort()).toEqual([...written].sort());
  });

  test('a reader that pauses receives every change', async () => {
    const { ctx, watch, write } = await watched();
    const changes = await watch();
    const names = Array.from({ length: 750 }, (_, n) => String(n));
    await write('0');
    expect(await nextNames(changes, 1)).toEqual(['0']);
    await system.pool.query(
      `INSERT INTO change (seat_id, resource, resource_id, action, user_id, client_id, request_id, fields)
       SELECT $1, 'Deal', 1, 'UPDATE', 1, 'c', n, '[]' FROM generate_series(1, 748) AS n`,
      [ctx.seatId],
    );
    await write('749');
    expect(await nextNames(changes, 749)).toEqual(names.slice(1));
    await changes.return(undefined);
  });

  test('while nothing changes, the database is not queried', async () => {
    const { ctx, watch, write } = await watched();
    const quiet = { ...ctx, pool: ctx.pool };
    const query = vi.spyOn(quiet.pool, 'query');
    const changes = await watch();
    await write('one');
    await nextNames(changes, 1);
    const pending = nextNames(changes, 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    query.mockClear();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    // Points that earlier streams leased and did not use go back by themselves.
    const names = query.mock.calls.map(([statement]) => (statement as { name?: string }).name);
    query.mockRestore();
    expect(names.filter((name) => name !== 'refund_units')).toEqual([]);
    await write('two');
    await pending;
    await changes.return(undefined);
  });

  test('one write costs a hundred streams of a seat as many statements as one', async () => {
    const { ctx, watch, write } = await watched();
    const all = await Promise.all(Array.from({ length: 100 }, () => watch()));
    await Promise.all([write('one'), ...all.map((changes) => nextNames(changes, 1))]);
    const [query, found] = [vi.spyOn(ctx.pool, 'query'), vi.spyOn(ctx.db.change, 'findMany')];
    await Promise.all([write('two'), ...all.map((changes) => nextNames(changes, 1))]);
    expect(query.mock.calls.length).toBeLessThan(10);
    expect(found.mock.calls.length).toBeLessThan(5);
    query.mockRestore();
    found.mockRestore();
    await Promise.all(all.map((changes) => changes.return(undefined)));
  });
});

describe('after a dump was restored into another cluster', () => {
  test('`after` goes on behind the last change, whatever the numbers of transactions were and are', async () => {
    const { over, write, client } = await member();
    await write(['old 1', 'old 2', 'old 3']);
    // As a dump brings them: numbers of another cluster, which has run for years.
    await system.pool.query('UPDATE change SET tx = 900000000000 + id WHERE seat_id = $1', [client.seatId]);
    const { id } = await system.db.change.findFirstOrThrow({ where: { seatId: client.seatId } });
    await write(['new']);
    const results = over.SSE({ after: `Change:${id}` });
    expect(await nextNames(results, 3)).toEqual(['old 2', 'old 3', 'new']);
    await results.return?.();
  });

  test('ids that the dump did not have yet are not given to other changes', async () => {
    const { over, write, client } = await member();
    await enterEpoch(system.pool);
    await write(['last']);
    const last = await system.db.change.findFirstOrThrow({ where: { seatId: client.seatId } });
    const lost = `Change:${last.id + 2n}`;
    await system.pool.query(`UPDATE change_epoch SET cluster = 'the one that was dumped'`);
    await Promise.all([enterEpoch(system.pool), enterEpoch(system.pool)]);
    await write(['one', 'two', 'three']);
    const refused = await over.SSE({ after: lost }).next();
    expect(JSON.stringify(refused.value)).toContain('"argument":"after"');
    const results = over.SSE({ after: `Change:${last.id}` });
    expect(await nextNames(results, 3)).toEqual(['one', 'two', 'three']);
    await results.return?.();
    const changes = await system.db.change.findMany({ orderBy: { id: 'desc' }, take: 3 });
    expect(changes[2] && changes[2].id - last.id).toBeLessThan(1_100_000_000n);
  });
});

test('a thousand streams that are opened and left leave nothing behind', async () => {
  const { over } = await member();
  for (let round = 0; round < 20; round += 1) {
    const streams = Array.from({ length: 50 }, () => over.SSE());
    const pending = streams.map((stream) => stream.next());
    await vi.waitFor(async () => expect(await listening()).toBe(1), 20_000);
    await Promise.all(streams.map((stream) => stream.return?.()));
    await Promise.all(pending);
  }
  await vi.waitFor(async () => expect(await listening()).toBe(0), 20_000);
  await vi.waitFor(() => expect(system.pool.totalCount - system.pool.idleCount).toBe(0), 20_000);
}, 120_000);
