import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase, pipelineOf } from '../../../src/platform/database/connection/client.ts';
import { Pipeline } from '../../../src/platform/database/connection/pipeline.ts';
import { type Span, setTracer } from '../../../src/platform/tracing/span.ts';
import { prepared, read } from '../../../src/resources/read/read.ts';
import { contextOf, createClient } from '../../support/actors.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const { url } = system.database;
const caller = await contextOf(system, await createClient(system));
let ctx = caller;

/** A read, as the service makes it. */
const ask = (text: string, { isSmall = true, signal = undefined as AbortSignal | undefined } = {}) =>
  read({
    ctx,
    statement: prepared({ text, bind: () => [] }, { isSmall }),
    values: { arguments: [], pages: [] },
    signal,
  });
/** Which connection answers. */
const WHERE = "SELECT current_setting('application_name')";
const SHARED = 'flightline reads';
const OWN = 'flightline';
const SLEEP = 'SELECT pg_sleep(1)::text';
const times = (count: number, text: string) => Promise.all(Array.from({ length: count }, () => ask(text)));
/** The name of the work that ends first. */
const first = (works: Record<string, Promise<unknown>>) =>
  Promise.race(Object.entries(works).map(([name, work]) => work.then(() => name)));
/** A machine that is busy for a moment answers late, and what is answered late is not joined. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 100 });
const isShared = () => soon(async () => expect(await ask(WHERE)).toBe(SHARED));
/** Lets the pause between two connections pass. */
function pause(): void {
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  onTestFinished(() => later.mockRestore());
}

function noop(): void {}

beforeEach(async () => {
  const database = openDatabase({ url });
  ctx = { ...caller, pool: database.pool };
  await isShared();
  onTestFinished(() => database.close());
});

describe('small reads', () => {
  test('share a connection, and no other read does', async () => {
    await soon(async () => expect(new Set(await times(10, WHERE))).toEqual(new Set([SHARED])));
    expect(await ask(WHERE, { isSmall: false })).toBe(OWN);
  });

  test('of one turn of the event loop go out in one write', async () => {
    const writes = vi.spyOn(Socket.prototype, '_writev' as 'write');
    onTestFinished(() => writes.mockRestore());
    await soon(async () => {
      writes.mockClear();
      await times(20, WHERE);
      expect(writes).toHaveBeenCalledTimes(1);
    });
  });

  test('are 64 at most on it', async () => {
    await soon(async () => {
      const found = await times(80, WHERE);
      expect(found.filter((name) => name === SHARED)).toHaveLength(64);
    });
  });

  test('fail alone, as on a connection of their own', async () => {
    await soon(async () => {
      const results = [WHERE, 'SELECT (1 / 0)::text', WHERE].map((text) => ask(text));
      expect(await Promise.allSettled(results)).toMatchObject([
        { value: SHARED },
        { reason: { code: '22012' } },
        { value: SHARED },
      ]);
    });
  });
});

describe('a small read that takes long', () => {
  test('is run again on a separate connection, and so are those behind it', async () => {
    const slow = ask(SLEEP);
    expect(await first({ slow, others: times(20, 'SELECT 7::text') })).toBe('others');
    expect(await slow).toBe('');
  });

  test('ends in the server', async () => {
    const slow = ask(SLEEP);
    await sleep(400);
    const { rows } = await system.pool.query(
      'SELECT FROM pg_stat_activity WHERE application_name = $1 AND query = $2 AND state = $3',
      [SHARED, SLEEP, 'active'],
    );
    expect(rows).toEqual([]);
    await slow;
  });

  test('is not joined', async () => {
    const slow = ask('SELECT pg_sleep(0.08)::text');
    await sleep(30);
    expect(await ask(WHERE)).toBe(OWN);
    await slow;
    await isShared();
  });

  test('is not waited for any longer where several are slow', async () => {
    const slow = times(10, SLEEP);
    expect(await first({ slow, other: ask('SELECT 7::text') })).toBe('other');
    await slow;
  });

  test('is waited for while it waits for a lock, and others are not', async () => {
    const locker = await system.pool.connect();
    await locker.query('BEGIN; LOCK TABLE advertiser IN ACCESS EXCLUSIVE MODE');
    // The statement is prepared once for both, which fails: the lock is taken when it is parsed.
    const statement = prepared(
      { text: 'SELECT count(*)::text FROM advertiser', bind: () => [] },
      { isSmall: true },
    );
    const values = { arguments: [], pages: [] };
    const locked = [1, 2, 3].map(() => read({ ctx, statement, values }));
    expect(await first({ locked: Promise.race(locked), other: ask('SELECT 7::text') })).toBe('other');
    await locker.query('ROLLBACK');
    locker.release();
    expect(new Set(await Promise.all(locked)).size).toBe(1);
  });
});

describe('a caller that leaves', () => {
  test('takes no other’s read along', async () => {
    const leaving = new AbortController();
    const left = ask('SELECT pg_sleep(0.02)::text', { signal: leaving.signal });
    const other = ask('SELECT 2::text');
    leaving.abort();
    expect([await left, await other]).toEqual(['', '2']);
  });

  test('has nothing run again', async () => {
    const leaving = new AbortController();
    const left = ask(SLEEP, { signal: leaving.signal });
    leaving.abort();
    await expect(left).rejects.toThrow('The caller went away.');
  });
});

describe('the shared connection', () => {
  test('may be lost: what waits is answered by others', async () => {
    const waiting = Promise.all([ask('SELECT pg_sleep(0.05)::text'), ask('SELECT 2::text')]);
    await system.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1',
      [SHARED],
    );
    expect(await waiting).toEqual(['', '2']);
    await sleep(100);
    expect(await ask(WHERE)).toBe(OWN);
    pause();
    await isShared();
  });

  test('is replaced when it has prepared hundreds of statements', async () => {
    const pid = await ask('SELECT pg_backend_pid()::text');
    for (let n = 0; n < 500; n += 1) {
      const statement = prepared({ text: `SELECT '${n}'`, bind: () => [] }, { isSmall: true });
      // The second time it gets a name.
      for (let uses = 0; uses < 2; uses += 1)
        expect(await read({ ctx, statement, values: { arguments: [], pages: [] } })).toBe(String(n));
    }
    pause();
    await isShared();
    expect(await ask('SELECT pg_backend_pid()::text')).not.toBe(pid);
  });

  test('is not awaited while the server is unavailable, nor reconnected on every call', async () => {
    const pipeline = new Pipeline({ host: '127.0.0.1', port: 1 });
    const connect = vi.spyOn(Socket.prototype, 'connect');
    onTestFinished(() => connect.mockRestore());
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await pipeline.ask({ text: 'SELECT 1', rowMode: 'array' })).toBeUndefined();
      await sleep(50);
    }
    expect(connect).toHaveBeenCalledTimes(1);
  });

  test('is closed with the others, once it has answered', async () => {
    const { pool, close } = openDatabase({ url });
    const pipeline = pipelineOf(pool);
    const query = { text: 'SELECT 1', rowMode: 'array' } as const;
    await soon(async () => expect(await pipeline?.ask(query)).toBeDefined());
    const last = pipeline?.ask(query);
    await close();
    expect(await last).toMatchObject({ rows: [[1]] });
    expect(pipelineOf(pool)).toBeUndefined();
    pause();
    const connect = vi.spyOn(Socket.prototype, 'connect');
    onTestFinished(() => connect.mockRestore());
    expect(await pipeline?.ask(query)).toBeUndefined();
    expect(connect).not.toHaveBeenCalled();
  });

  test('is not there past a pooler', async () => {
    const { pool, close } = openDatabase({ url, directUrl: url });
    expect(pipelineOf(pool)).toBeUndefined();
    await close();
  });

  test('is not there with traces, which show each read by itself', async () => {
    const spans: string[] = [];
    const span: Span = { traceId: '', set: noop, fail: noop, end: noop, run: (work) => work() };
    const start = ({ name }: { name: string }) => {
      spans.push(name);
      return span;
    };
    setTracer({ start, isWithinSpan: () => true, bind: (work) => work });
    onTestFinished(() => setTracer(undefined));
    const { pool, close } = openDatabase({ url });
    onTestFinished(close);
    ctx = { ...caller, pool };
    await times(2, WHERE);
    expect(pipelineOf(pool)).toBeUndefined();
    expect(await ask(WHERE)).toBe(OWN);
    expect(spans).toEqual(['SELECT', 'SELECT', 'SELECT']);
  });
});
