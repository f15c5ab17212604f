import { expect, test } from 'vitest';
import { updateLine } from '../../../src/domain/campaigns/line/update.ts';
import { trafficSystem } from '../../support/seat.ts';

const { system, caller } = await trafficSystem();

/** What is prepared on the connection that was used last, which the pool gives first. */
async function preparedTexts(): Promise<string[]> {
  const client = await system.pool.connect();
  client.release();
  return Object.values(Reflect.get(Reflect.get(client, 'connection'), 'parsedStatements'));
}

test('the statements of a repeated write are prepared, and remain valid after a migration adds a column', async () => {
  const seat = await caller();
  const ctx = await seat.context();
  const { id } = await seat.line();
  const change = (bidPrice: number) => updateLine({ ctx, id, input: { bidPrice } });
  for (const bidPrice of [1, 2, 3]) await change(bidPrice);
  const texts = await preparedTexts();
  expect(
    texts.filter((text) => /UPDATE "line"|FROM "line"|INTO change/.test(text)).length,
  ).toBeGreaterThanOrEqual(3);

  await system.pool.query('ALTER TABLE line ADD COLUMN later int DEFAULT 7');
  try {
    expect(await change(4)).toMatchObject({ id, bidPrice: 4 });
    expect(await change(5)).not.toHaveProperty('later');
  } finally {
    await system.pool.query('ALTER TABLE line DROP COLUMN later');
  }
  expect(await change(6)).toMatchObject({ id, bidPrice: 6 });
});
