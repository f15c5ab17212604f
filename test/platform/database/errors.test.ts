import { describe, expect, it } from 'vitest';
import { openDatabase, Prisma, transaction } from '../../../src/platform/database/connection/client.ts';
import { isConflict, isUnavailable, isUniqueViolation } from '../../../src/platform/database/errors.ts';
import { createTestDatabase } from '../../support/database.ts';

const { prisma, pool, url } = await createTestDatabase();

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail('it should have failed'),
    (error: unknown) => error,
  );

const kinds = (error: unknown) => ({
  unavailable: isUnavailable(error),
  conflict: isConflict(error),
  unique: isUniqueViolation(error),
});
const none = { unavailable: false, conflict: false, unique: false };

describe('unavailable', () => {
  const unavailable = { ...none, unavailable: true };

  it('a server that does not answer, for Prisma, its transactions and the pool', async () => {
    const away = openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/none' });
    expect(kinds(await failure(away.pool.query('SELECT 1')))).toEqual(unavailable);
    expect(kinds(await failure(away.prisma.seat.count()))).toEqual(unavailable);
    expect(kinds(await failure(transaction(away.prisma, (db) => db.seat.count())))).toEqual(unavailable);
    await away.close();
  });

  it('a connection ended by the server in the middle of a transaction', async () => {
    const error = await failure(
      transaction(prisma, async (db) => {
        const [row] = await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
        await pool.query('SELECT pg_terminate_backend($1)', [row?.pid]);
        await db.seat.count();
      }),
    );
    expect(kinds(error)).toEqual(unavailable);
    expect(await prisma.seat.count()).toBe(0);
  });

  it('a statement over its time', async () => {
    const error = await failure(
      transaction(prisma, async (db) => {
        await db.$executeRaw`SET LOCAL statement_timeout = 20`;
        await db.$queryRaw`SELECT 1 FROM pg_sleep(5)`;
      }),
    );
    expect(kinds(error)).toEqual(unavailable);
  });

  it('no free connection in time', async () => {
    const small = openDatabase({ url });
    small.pool.options.max = 1;
    const held = await small.pool.connect();
    small.pool.options.connectionTimeoutMillis = 50;
    expect(kinds(await failure(small.prisma.seat.count()))).toEqual(unavailable);
    held.release();
    await small.close();
  });

  it('no transaction begun in time, whose connection goes back to the pool', async () => {
    const small = openDatabase({ url, connections: 1 });
    // Prisma queries the schema of its connections once, before its timeouts apply.
    await small.prisma.$connect();
    const held = await small.pool.connect();
    const late = small.prisma.$transaction((db) => db.seat.count(), { maxWait: 20 });
    const error = await failure(late);
    expect(error).toMatchObject({ code: 'P2028' });
    expect(kinds(error)).toEqual(unavailable);
    held.release();
    expect(await transaction(small.prisma, (db) => db.seat.count())).toBe(0);
    await small.close();
  });
});

describe('conflict', () => {
  const conflict = { ...none, conflict: true };

  it('a lock not had in time', async () => {
    const { id } = await prisma.seat.create({ data: { name: 'Locked' } });
    const error = await failure(
      transaction(prisma, async (db) => {
        await db.$queryRaw`SELECT 1 FROM seat WHERE id = ${id} FOR UPDATE`;
        await transaction(
          prisma,
          (other) => other.$queryRaw`SELECT 1 FROM seat WHERE id = ${id} FOR UPDATE NOWAIT`,
        );
      }),
    );
    expect(kinds(error)).toEqual(conflict);
  });

  it('a serialization failure, from Prisma’s own write too', async () => {
    const { id } = await prisma.seat.create({ data: { name: 'Serial' } });
    const level = { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead };
    const error = await failure(
      prisma.$transaction(async (db) => {
        await db.seat.findUnique({ where: { id } });
        await pool.query(`UPDATE seat SET name = 'Other' WHERE id = $1`, [id]);
        await db.seat.update({ where: { id }, data: { name: 'Mine' } });
      }, level),
    );
    expect(kinds(error)).toEqual(conflict);
  });
});

it('other errors are none of these', async () => {
  expect(kinds(await failure(pool.query('SELECT nothing')))).toEqual(none);
  expect(kinds(await failure(prisma.seat.update({ where: { id: -1 }, data: { name: 'x' } })))).toEqual(none);
  expect(kinds(new Error('Request timeout'))).toEqual(none);
  expect(kinds(undefined)).toEqual(none);
});
