import { expect, it } from 'vitest';
import { openDemo } from '../../../src/operations/demo/open.ts';
import { resetDemo } from '../../../src/operations/demo/reset.ts';
import { createClient, createSeat } from '../../support/actors.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const { db } = system;

const contents = async (seatId: number) => ({
  advertisers: await db.advertiser.count({ where: { seatId } }),
  campaigns: await db.campaign.count({ where: { seatId } }),
  lines: await db.line.count({ where: { seatId } }),
  ads: await db.ad.count({ where: { seatId } }),
  pixels: await db.pixel.count({ where: { seatId } }),
  deals: await db.deal.count({ where: { seatId } }),
  nativeLists: await db.nativeList.count({ where: { seatId } }),
  productSets: await db.productSet.count({ where: { seatId } }),
  feeds: await db.productFeed.count(),
  products: await db.product.count(),
  allowed: await db.clientPixel.count({ where: { client: { seatId } } }),
  schedules: await db.lineSchedule.count(),
});

it('restores what was changed and removes what was added, without changing the credentials', async () => {
  const made = await openDemo({ system });
  const seatId = made?.seatId ?? 0;
  const before = await contents(seatId);
  const ids = async () => (await db.advertiser.findMany({ where: { seatId } })).map(({ id }) => id);
  const old = await ids();
  await db.line.updateMany({ where: { seatId }, data: { name: 'changed' } });
  await db.pixel.create({ data: { seatId, advertiserId: old[0] ?? 0, name: 'added' } });
  await db.lineDeal.deleteMany({ where: { deal: { seatId } } });
  await db.deal.deleteMany({ where: { seatId } });
  await db.product.create({ data: { advertiserId: old[0] ?? 0, id: 'added', data: { id: 'added' } } });

  expect(await resetDemo({ system })).toEqual(made);
  expect(await contents(seatId)).toEqual(before);
  expect(await db.line.count({ where: { name: 'changed' } })).toBe(0);
  expect((await ids()).filter((id) => old.includes(id))).toEqual([]);
});

it('leaves other seats alone', async () => {
  const { seatId, accountGroupId } = await createSeat(system);
  await createClient(system, { seatId });
  const advertiser = await db.advertiser.findFirstOrThrow();
  const { id: _, contact, billingContact: __, ...copy } = advertiser;
  await db.advertiser.create({ data: { ...copy, seatId, accountGroupId, contact: contact ?? {} } });
  await resetDemo({ system });
  expect(await db.advertiser.count({ where: { seatId } })).toBe(1);
  expect(await db.apiClient.count({ where: { seatId } })).toBe(1);
});

it('makes the demo seat where there are only others', async () => {
  const own = await testSystem();
  await createSeat(own);
  const made = await resetDemo({ system: own });
  expect(await own.db.advertiser.count({ where: { seatId: made.seatId } })).toBeGreaterThan(0);
});
