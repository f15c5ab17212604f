import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type Db,
  openDatabase,
  Prisma,
  sql,
  transaction,
} from '../../../src/platform/database/connection/client.ts';
import { isUniqueViolation } from '../../../src/platform/database/errors.ts';
import { createTestDatabase } from '../../support/database.ts';
import { countStatements } from '../../support/statements.ts';

const { prisma, pool, url } = await createTestDatabase();
const seats = () => prisma.seat.count();

describe('transaction', () => {
  it('stores nothing when the work fails, raw SQL included', async () => {
    const before = await seats();
    const work = transaction(prisma, async (db) => {
      await db.seat.create({ data: { name: 'Lost' } });
      await db.$executeRaw`INSERT INTO seat (name) VALUES (${'Lost too'})`;
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await seats()).toBe(before);
  });

  it.each(['through Prisma', 'past Prisma'])('has as long as its caller allows, %s', async (how) => {
    const sleep = async (db: Db): Promise<unknown> =>
      how === 'past Prisma' ? sql(db)`SELECT pg_sleep(0.4)` : db.$executeRaw`SELECT pg_sleep(0.4)`;
    await expect(transaction(prisma, sleep, { timeoutMs: 100 })).rejects.toThrow('did not answer in time');
    await transaction(prisma, sleep, { timeoutMs: 5_000 });
  });

  it('runs SQL past Prisma on its own connection: it sees what the transaction wrote, and goes with it', async () => {
    const before = await seats();
    const work = transaction(prisma, async (db) => {
      const { id } = await db.seat.create({ data: { name: 'Seen' } });
      expect(await sql(db)`SELECT name FROM seat WHERE id = ${id}`).toEqual([{ name: 'Seen' }]);
      // As `pg` reads it: Prisma would answer a bigint.
      expect(await sql(db)`SELECT 1::bigint AS one`).toEqual([{ one: '1' }]);
      await sql(db)`INSERT INTO seat (name) VALUES (${'Lost too'})`;
      expect(await db.seat.count()).toBe(before + 2);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await seats()).toBe(before);
  });

  it('uses separate connections for concurrent transactions', async () => {
    const own = () =>
      transaction(prisma, async (db) => {
        const [ours, theirs] = [
          await sql(db)`SELECT pg_backend_pid() AS pid`,
          await db.$queryRaw`SELECT pg_backend_pid() AS pid`,
        ];
        expect(ours).toEqual(theirs);
        return ours;
      });
    const pids = await Promise.all(Array.from({ length: 8 }, own));
    expect(new Set(pids.map((rows) => JSON.stringify(rows))).size).toBeGreaterThan(1);
  });

  it('takes nothing any more once it has ended, by SQL or by Prisma', async () => {
    const before = await seats();
    let left = prisma as Db;
    await transaction(prisma, async (db) => {
      left = db;
      await db.seat.count();
    });
    await expect(sql(left)`INSERT INTO seat (name) VALUES ('Late')`).rejects.toThrow('has ended');
    await expect(left.seat.create({ data: { name: 'Late' } })).rejects.toThrow();
    expect(await seats()).toBe(before);
  });

  it('that failed ends what it had begun: later statements of it reach no other transaction', async () => {
    const before = await seats();
    let late: Promise<unknown> = Promise.resolve();
    const work = transaction(prisma, async (db) => {
      await db.seat.count();
      late = new Promise((resolve) => setTimeout(resolve, 20)).then(() =>
        db.seat.create({ data: { name: 'Late' } }),
      );
      late.catch(() => undefined);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    await transaction(prisma, async (db) => {
      await db.seat.count();
      await expect(late).rejects.toThrow();
    });
    expect(await seats()).toBe(before);
  });

  it('a nested one joins the outer one: its writes go when the outer one fails', async () => {
    const before = await seats();
    const work = transaction(prisma, async (outer) => {
      await transaction(outer, (inner) => inner.seat.create({ data: { name: 'Nested' } }));
      expect(await outer.seat.count()).toBe(before + 1);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await seats()).toBe(before);
  });

  it('a nested one is not a savepoint: if it fails and the error is caught outside, its writes are committed', async () => {
    const before = await seats();
    const { statements } = await countStatements(pool, () =>
      transaction(prisma, async (outer) => {
        const inner = transaction(outer, async (db) => {
          await db.seat.create({ data: { name: 'Kept by the outer one' } });
          throw new Error('no');
        });
        await inner.catch(() => undefined);
      }),
    );
    expect(statements.filter((sql) => /^(BEGIN|SAVEPOINT|ROLLBACK|COMMIT)/.test(sql))).toEqual([
      'BEGIN',
      'COMMIT',
    ]);
    expect(await seats()).toBe(before + 1);
  });

  it('stores all of it when the work succeeds, and returns its value', async () => {
    const before = await seats();
    const seat = await transaction(prisma, (db) => db.seat.create({ data: { name: 'Kept' } }));
    expect(seat.name).toBe('Kept');
    expect(await seats()).toBe(before + 1);
  });
});

it('the pool and the client see the same database', async () => {
  const { id } = await prisma.seat.create({ data: { name: 'Shared' } });
  expect((await pool.query('SELECT name FROM seat WHERE id = $1', [id])).rows).toEqual([{ name: 'Shared' }]);
});

it('a second row with the same key is reported as a unique violation', async () => {
  const entry = { list: 'language', position: 0, value: 'xx' };
  await prisma.dictionaryEntry.create({ data: entry });
  const viaPrisma = await prisma.dictionaryEntry.create({ data: entry }).catch((error: unknown) => error);
  const viaRaw = await prisma
    .$executeRaw(
      Prisma.sql`INSERT INTO dictionary_entry (list, position, value) VALUES ('language', 0, 'xx')`,
    )
    .catch((error: unknown) => error);
  const viaPool = await pool
    .query(`INSERT INTO dictionary_entry (list, position, value) VALUES ('language', 0, 'xx')`)
    .catch((error: unknown) => error);
  expect([viaPrisma, viaRaw, viaPool].map(isUniqueViolation)).toEqual([true, true, true]);
});

it('a lost idle connection is logged without the connection, which knows the key that cancels its statements', async () => {
  const warn = vi.fn();
  const lost = openDatabase({ url, log: { warn } });
  onTestFinished(lost.close);
  const { rows } = await lost.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await vi.waitFor(() => expect(warn).toHaveBeenCalled(), { timeout: 10_000 });
  const [{ err }] = warn.mock.calls[0] ?? [];
  expect(err.code).toBe('57P01');
  expect(Object.keys(err)).not.toContain('client');
});
