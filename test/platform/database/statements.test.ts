import { beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../../src/platform/database/connection/client.ts';
import { createTestDatabase } from '../../support/database.ts';
import { countStatements } from '../../support/statements.ts';

const { prisma, pool } = await createTestDatabase();

beforeAll(async () => {
  await prisma.seat.create({
    data: {
      name: 'Seat',
      accountGroups: { createMany: { data: [{ name: 'One' }, { name: 'Two' }] } },
    },
  });
});

describe('countStatements', () => {
  it('counts those of the pool, of Prisma and of a transaction alike', async () => {
    const { count, statements } = await countStatements(pool, async () => {
      await pool.query('SELECT 1 AS mine');
      await prisma.seat.count();
      await transaction(prisma, (db) => db.seat.count());
    });
    expect(statements[0]).toBe('SELECT 1 AS mine');
    expect(statements).toEqual(expect.arrayContaining(['BEGIN', 'COMMIT']));
    expect(count).toBe(5);
  });

  it('counts nothing afterwards', async () => {
    const { statements } = await countStatements(pool, async () => undefined);
    await prisma.seat.count();
    expect(statements).toEqual([]);
  });
});

it('a relation loaded by join costs one statement, by query one more', async () => {
  const load = (relationLoadStrategy: 'join' | 'query') =>
    countStatements(pool, () =>
      prisma.seat.findMany({ relationLoadStrategy, include: { accountGroups: { select: { name: true } } } }),
    );
  const joined = await load('join');
  const queried = await load('query');
  expect([joined.count, queried.count]).toEqual([1, 2]);
  expect(joined.result).toEqual(queried.result);
});
