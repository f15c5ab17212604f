import { expect, test } from 'vitest';
import type { DeliveryQuery } from '../../../../src/domain/reporting/delivery/delivery-query.ts';
import { LEVELS } from '../../../../src/domain/reporting/delivery/levels.ts';
import { readDelivery } from '../../../../src/domain/reporting/delivery/read.ts';
import { readTable } from '../../../../src/domain/reporting/delivery/table.ts';
import { keysOf } from '../../../../src/platform/text/typed.ts';
import { trafficSystem } from '../../../support/seat.ts';

const { system, caller } = await trafficSystem();

/** What is prepared on the connection that was used last, which the pool gives first. */
async function preparedTexts(): Promise<string[]> {
  const client = await system.pool.connect();
  client.release();
  return Object.values(Reflect.get(Reflect.get(client, 'connection'), 'parsedStatements'));
}

const query: DeliveryQuery = {
  range: { preset: 'LAST_7_DAYS' },
  ...{ interval: 'DAY', timezone: null, currency: null },
};

test('a dashboard query is prepared when it is repeated, however many parts it has', async () => {
  const ctx = await (await caller()).context();
  const requests = keysOf(LEVELS).map((level) => ({ level, id: 1, query }));
  for (let time = 0; time < 3; time += 1) await readDelivery(ctx, requests);
  const [text = ''] = (await preparedTexts()).filter((text) => text.includes('delivery_span'));
  expect(text.length).toBeGreaterThan(10_000);
});

test('so is a table', async () => {
  const ctx = await (await caller()).context();
  const table = { query, by: [], advertiserIds: undefined, filter: {}, order: null, first: 10, offset: 0 };
  for (let time = 0; time < 3; time += 1) await readTable(ctx, table);
  expect((await preparedTexts()).filter((text) => text.includes('row_to_json(page)'))).toHaveLength(1);
});
