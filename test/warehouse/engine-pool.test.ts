import { tmpdir } from 'node:os';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { EngineError, EngineLimitError } from '../../src/warehouse/engine.ts';
import { createEnginePool } from '../../src/warehouse/engine-pool.ts';

const settings = {
  memoryMb: 400,
  threads: 1,
  tempDir: tmpdir(),
  maxRssMb: 4000,
  size: 2,
  timeoutMs: 20_000,
};
const pool = createEnginePool(settings);
afterAll(() => pool.close());

const ENDLESS = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range % 7 = 3';

describe('engines in child processes', () => {
  test('a job brings its tables and gets the rows of its last statement', async () => {
    const rows = await pool.run({
      tables: [
        {
          name: 'names',
          columns: [
            { name: 'id', type: 'INTEGER' },
            { name: 'name', type: 'VARCHAR' },
          ],
          rows: [
            [1, 'a'],
            [2, null],
          ],
        },
      ],
      statements: [
        { sql: 'CREATE TABLE sums AS SELECT sum(id) AS total FROM names' },
        { sql: 'SELECT total, ? AS given FROM sums', values: ['x'] },
      ],
    });
    expect(rows).toEqual([{ total: '3', given: 'x' }]);
  });

  test('a long job reports its progress', async () => {
    const reported: number[] = [];
    const statements = [
      { sql: 'CREATE TABLE facts AS SELECT range AS n, hash(range) AS h FROM range(4000000)' },
      { sql: 'CREATE TABLE sums AS SELECT n % 2000000 AS k, sum(h::DOUBLE) AS s FROM facts GROUP BY ALL' },
      { sql: 'SELECT count(*) FROM (SELECT k FROM sums ORDER BY s LIMIT 1000000)' },
    ];
    await pool.run({ statements }, { onProgress: (percent) => reported.push(percent) });
    expect(reported.filter((percent) => percent > 0 && percent < 100).length).toBeGreaterThan(0);
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
  });

  test('a job sees nothing of another one', async () => {
    await pool.run({ statements: [{ sql: 'CREATE TABLE private AS SELECT 1' }] });
    await expect(pool.run({ statements: [{ sql: 'SELECT * FROM private' }] })).rejects.toThrow(EngineError);
  });

  test('more jobs than children take turns, and all are answered', async () => {
    const jobs = Array.from({ length: 8 }, (_, n) =>
      pool.run({ statements: [{ sql: 'SELECT ?::INTEGER AS n', values: [n] }] }),
    );
    expect((await Promise.all(jobs)).map(([row]) => row?.n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('a job over its time is ended, and the next one runs', async () => {
    const hasty = createEnginePool({ ...settings, size: 1, timeoutMs: 2500 });
    await expect(hasty.run({ statements: [{ sql: ENDLESS }] })).rejects.toThrow(EngineLimitError);
    // A new child starts within the same limit, which a busy machine may not manage at once.
    const next = () => hasty.run({ statements: [{ sql: 'SELECT 1 AS one' }] });
    expect(await vi.waitFor(next, { timeout: 60_000, interval: 0 })).toEqual([{ one: 1 }]);
    await hasty.close();
  }, 90_000);

  test('a process over its memory is ended, and says so', async () => {
    const small = createEnginePool({ ...settings, size: 1, maxRssMb: 60 });
    await expect(small.run({ statements: [{ sql: ENDLESS }] })).rejects.toThrow(/60 MB of memory/);
    await small.close();
  });

  test('closing ends what runs', async () => {
    const closing = createEnginePool({ ...settings, size: 1 });
    const running = closing.run({ statements: [{ sql: ENDLESS }] });
    setTimeout(() => void closing.close(), 500);
    await expect(running).rejects.toThrow(EngineError);
  });
});
