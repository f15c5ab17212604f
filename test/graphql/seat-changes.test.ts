import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { changesPosition, watchChanges } from '../../src/domain/history/watch.ts';
import { authenticate } from '../../src/domain/identity/authenticate.ts';
import { createClient, createSeat, type TestClient, tokenFor } from '../support/actors.ts';
import { testApp } from '../support/app.ts';
import { startTokenProcess } from '../support/processes.ts';
import { testSystem } from '../support/system.ts';

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

/** Opens a stream and waits until changes reach it: the first one it tells is called `probe`. */
async function opened(results: Results, write: (names: readonly string[]) => Promise<void>) {
  const first = results.next();
  let heard = false;
  void first.then(() => {
    heard = true;
  });
  await vi.waitFor(
    async () => {
      await write(['probe']);
      expect(heard).toBe(true);
    },
    { timeout: 10_000, interval: 300 },
  );
  return (((await first).value?.data ?? {}) as { seatChanges: SeenChange }).seatChanges;
}

/** What comes next that is no probe. */
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

describe.each(['SSE', 'WebSocket'] as const)('seatChanges over %s', (transport) => {
  test('tells the changes of the seat in order, and none of another seat', async () => {
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

  test('begins behind `after`: what was missed while the client was away comes first, once', async () => {
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

  test('tells changes of the asked types only', async () => {
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

test('what another process writes is told too', async () => {
  const { over, write } = await member();
  const { origin: other } = await startTokenProcess(system, { face: 'app' });
  const results = over.SSE();
  await opened(results, write);
  await write(['elsewhere'], other);
  await write(['here']);
  expect(await nextNames(results, 2)).toEqual(['elsewhere', 'here']);
  await results.return?.();
}, 60_000);

describe('watching changes', () => {
  const contextOf = async (client: TestClient) =>
    authenticate({
      system,
      token: await tokenFor(system, client),
      scope: 'dsp-api-access',
      requestId: 'r',
    });

  /** As the service writes one, in a transaction that the test holds open. */
  const insert = (connection: pg.Client, seatId: number, name: string) =>
    connection.query(
      `INSERT INTO change (seat_id, resource, resource_id, action, user_id, client_id, request_id, fields, tx)
       VALUES ($1, 'Deal', 1, 'UPDATE', 1, 'c', $2, '[]', pg_current_xact_id()::text::bigint)`,
      [seatId, name],
    );

  test('a change that commits late is told, and nothing overtakes it', async () => {
    const { seatId } = await createSeat(system);
    const ctx = await contextOf(await createClient(system, { seatId }));
    const from = await changesPosition(ctx, undefined);
    if (!from) throw new Error('no position');
    const changes = watchChanges({ ctx, from });
    const [early, late] = [0, 1].map(() => new pg.Client({ connectionString: system.database.url }));
    if (!early || !late) throw new Error('no connections');
    await Promise.all([early.connect(), late.connect()]);
    await late.query('BEGIN');
    await insert(late, seatId, 'begun first');
    await insert(early, seatId, 'committed first');
    let told = 0;
    const first = changes.next().then((result) => {
      told += 1;
      return result.value?.requestId;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(told).toBe(0);
    await late.query('COMMIT');
    expect(await first).toBe('begun first');
    expect((await changes.next()).value?.requestId).toBe('committed first');
    await changes.return(undefined);
    await Promise.all([early.end(), late.end()]);
  });

  test('a reader that pauses is told of everything, and holds one page at most', async () => {
    const { seatId } = await createSeat(system);
    const ctx = await contextOf(await createClient(system, { seatId }));
    const from = await changesPosition(ctx, undefined);
    if (!from) throw new Error('no position');
    const connection = new pg.Client({ connectionString: system.database.url });
    await connection.connect();
    const find = vi.spyOn(ctx.db.change, 'findMany');
    const changes = watchChanges({ ctx, from });
    for (let i = 0; i < 250; i += 1) await insert(connection, seatId, String(i));
    await changes.next();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(find).toHaveBeenCalledTimes(1);
    expect(await find.mock.results[0]?.value).toHaveLength(100);
    const rest: unknown[] = [];
    while (rest.length < 249) rest.push((await changes.next()).value?.requestId);
    expect(rest).toEqual(Array.from({ length: 249 }, (_, i) => String(i + 1)));
    find.mockRestore();
    await changes.return(undefined);
    await connection.end();
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
