import { expect, test } from 'vitest';
import { runBatch } from '../../src/domain/campaigns/bulk.ts';
import { ConflictError } from '../../src/domain/errors.ts';
import { contextOf, createClient } from '../support/actors.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const ctx = await contextOf(system, await createClient(system));

/** Stores a seat of that name, and refuses it afterwards if it is to. */
const together = (names: readonly string[]) =>
  runBatch({
    ctx,
    items: names,
    run: async ({ db }, name) => {
      const { id } = await db.seat.create({ data: { name } });
      if (name.startsWith('refused')) throw new ConflictError('It is refused.');
      if (name.startsWith('broken')) throw new Error('It is broken.');
      return id;
    },
    finish: async (_ctx, ids) => ids.map((id) => ({ id })),
  });
const stored = async (names: readonly string[]) =>
  (await system.db.seat.findMany({ where: { name: { in: [...names] } }, orderBy: { id: 'asc' } })).map(
    ({ name }) => name,
  );

test('an item that is refused after it wrote stores nothing, and the others are stored once', async () => {
  const names = ['one', 'refused 1', 'two', 'refused 2', 'two'];
  const answers = await together(names);
  expect(answers.map((one) => one instanceof ConflictError)).toEqual([false, true, false, true, false]);
  expect(await stored(names)).toEqual(['one', 'two', 'two']);
});

test('a single item that is refused stores nothing', async () => {
  expect(await together(['refused alone'])).toMatchObject([{ message: 'It is refused.' }]);
  expect(await stored(['refused alone'])).toEqual([]);
});

test('what is unexpected fails all of them', async () => {
  await expect(together(['three', 'broken'])).rejects.toThrow('It is broken.');
  expect(await stored(['three', 'broken'])).toEqual([]);
});
