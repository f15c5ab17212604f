import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { countsOf } from '../../../src/domain/audiences/product-set/count.ts';
import { loadFeed } from '../../../src/domain/audiences/product-set/load-feed.ts';
import { updateProductSet } from '../../../src/domain/audiences/product-set/update.ts';
import { updateDeal } from '../../../src/domain/campaigns/deal/update.ts';
import { dealView } from '../../../src/domain/campaigns/deal/view.ts';
import { updateNativeList } from '../../../src/domain/campaigns/native-list/update.ts';
import { seedDemo } from '../../../src/operations/demo/seed.ts';
import { contextOf } from '../../support/actors.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const { clientId, clientSecret, seatId } = await seedDemo({ system });
const { userId } = await system.db.apiClient.findUniqueOrThrow({ where: { id: clientId } });
const ctx = await contextOf(system, { clientId, clientSecret, seatId, userId });

const deals = () => system.db.deal.findMany({ where: { seatId } });
const nativeLists = () => system.db.nativeList.findMany({ where: { seatId } });
const productSets = () => system.db.productSet.findMany({ where: { seatId, isAllProducts: false } });
const products = () => system.db.product.findMany({ orderBy: { id: 'asc' } });

it('has deals at exchanges of the dictionary, native lists and product sets', async () => {
  const exchanges = await system.db.dictionaryEntry.findMany({ where: { list: 'exchange' } });
  const known = exchanges.map(({ value }) => value);
  const found = await deals();
  expect(found).toHaveLength(4);
  expect(found.filter(({ exchangeId }) => !known.includes(String(exchangeId)))).toEqual([]);
  expect(found.filter(({ accounts }) => accounts.length === 0)).toEqual([]);
  expect(await nativeLists()).toHaveLength(2);
  expect(await productSets()).toHaveLength(2);
});

it('complies with the rules of the domain: all of it is accepted unchanged', async () => {
  for (const deal of await deals()) {
    const { id, accounts } = deal;
    expect(await updateDeal({ ctx, id, input: dealView(deal) })).toMatchObject({ id, accounts });
  }
  for (const { id, name, status, items } of await nativeLists()) {
    const input = { name, status, items: items.map((itemName) => ({ itemName })) };
    expect(await updateNativeList({ ctx, id, input })).toMatchObject({ id, items });
  }
  for (const { id, name, type, status, productSetFilter } of await productSets()) {
    const input = { name, type, status, productSetFilter };
    expect(await updateProductSet({ ctx, id, input })).toMatchObject({ id, productSetFilter });
  }
});

it('has a feed of 200 products, stored as a load of the same file stores it', async () => {
  const found = await products();
  expect(found).toHaveLength(200);
  const folder = await mkdtemp(join(tmpdir(), 'flightline-demo-feed-'));
  const file = join(folder, 'feed.ndjson');
  await writeFile(file, found.map(({ data }) => JSON.stringify(data)).join('\n'));
  const loaded = await loadFeed({ system, advertiserId: found[0]?.advertiserId ?? 0, file });
  await rm(folder, { recursive: true });
  expect(loaded).toEqual({ rows: 200, added: 0, changed: 0, removed: 0 });
});

it('has product sets that match some of the feed', async () => {
  const data = (await products()).map((product) => product.data as Record<string, string | number>);
  const sets = await productSets();
  const counts = await countsOf(ctx, sets);
  const [shoes, tents] = sets.map(({ id }) => counts.get(id));
  expect(shoes).toBe(
    data.filter(({ category, availability }) => category === 'Trail shoes' && availability === 'in stock')
      .length,
  );
  expect(tents).toBe(
    data.filter(({ category, price }) => category === 'Tents' && Number(price) <= 400).length,
  );
  expect([shoes, tents]).not.toContain(0);
  expect([shoes, tents]).not.toContain(50);
});
