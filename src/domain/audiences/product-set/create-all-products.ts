import type { Db } from '../../../platform/database/connection/client.ts';

/** Creates an advertiser's set of all products. Every advertiser has one, created together with the advertiser. */
export async function createAllProductsSet(options: {
  db: Db;
  advertiser: { id: number; seatId: number; createdAt: Date };
}): Promise<void> {
  const { db, advertiser } = options;
  const { id: advertiserId, seatId, createdAt } = advertiser;
  await db.productSet.create({
    data: {
      seatId,
      advertiserId,
      name: 'All products',
      type: 'PRODUCT',
      status: 'ACTIVE',
      isAllProducts: true,
      createdAt,
      updatedAt: createdAt,
    },
    select: { id: true },
  });
}
