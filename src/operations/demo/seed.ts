import { createClient } from '../../domain/access/identity/clients/create-client.ts';
import { createSeat } from '../../domain/access/tenancy/create-seat.ts';
import { createAllProductsSet } from '../../domain/audiences/product-set/create-all-products.ts';
import type { System } from '../../domain/context.ts';
import { type Db, transaction } from '../../platform/database/connection/client.ts';
import { addCampaigns } from './campaigns.ts';
import { TRADES, type Trade } from './catalogue.ts';
import { addHistory } from './changes.ts';
import { addCustomerLists } from './customers.ts';
import { addInventory } from './inventory.ts';
import { lookUpPlaces, type Places } from './places.ts';
import { addProductFeed, SHOP } from './product-feed.ts';
import { addSegments } from './segments.ts';

export const DEMO_SEAT_NAME = 'Flightline demo';

/**
 * A longer time limit than for a call, because inserting thousands of rows may take long on a slow or busy
 * machine.
 */
export const SEEDING = { timeoutMs: 10 * 60_000 };

export interface DemoSeat {
  readonly seatId: number;
  readonly userId: number;
  readonly clientId: string;
  /** The original secret. Undefined after a rotation, because a rotated secret is shown only once. */
  readonly clientSecret: string | undefined;
}

/**
 * Fills a new database with the demo seat: a dozen advertisers with campaigns, lines, ads and schedules
 * around today, deals, native lists, segments, lists of customers and a product feed. All or nothing.
 */
export async function seedDemo(options: { system: System }): Promise<DemoSeat & { clientSecret: string }> {
  const { system } = options;
  return transaction(system.db, async (db) => {
    const inside = { ...system, db };
    const { seatId, accountGroupId } = await createSeat({ system: inside, name: DEMO_SEAT_NAME });
    const pixelIds = await addTrades({ db, seatId, accountGroupId, now: system.now() });
    const { clientId, clientSecret, userId } = await createClient({
      system: inside,
      seatId,
      role: 'ADMIN',
      name: 'Demo user',
      realms: ['dsp', 'events', 'aaca'],
      pixelIds,
    });
    await addHistory(inside, { seatId, clientId });
    return { seatId, userId, clientId, clientSecret };
  });
}

/** Fills a seat with the demo's advertisers and their data. Returns their pixels for server events. */
export async function addTrades(options: {
  readonly db: Db;
  readonly seatId: number;
  readonly accountGroupId: number;
  readonly now: Date;
}): Promise<number[]> {
  const { db, seatId, accountGroupId, now } = options;
  const places = await lookUpPlaces(db);
  const pixelIds: number[] = [];
  const advertisers = new Map<string, number>();
  for (const [index, trade] of TRADES.entries()) {
    const advertiserId = await addAdvertiser(db, trade, { seatId, accountGroupId, places });
    advertisers.set(trade.name, advertiserId);
    const owner = { seatId, advertiserId };
    const pixelId = await addPixels(db, trade, owner);
    pixelIds.push(pixelId);
    await addCampaigns({ db, trade, index, owner, pixelId, places, now });
    await addSegments({ db, trade, index, seatId, pixelId });
    if (trade.name === SHOP) await addProductFeed({ db, ...owner, now });
  }
  await addInventory({ db, seatId, advertisers });
  await addCustomerLists({ db, seatId, advertisers });
  return pixelIds;
}

async function addAdvertiser(
  db: Db,
  trade: Trade,
  seat: { seatId: number; accountGroupId: number; places: Places },
): Promise<number> {
  const { seatId, accountGroupId, places } = seat;
  const iabCategoryId = places.category(trade.category[0]);
  const advertiser = await db.advertiser.create({
    data: {
      seatId,
      accountGroupId,
      name: trade.name,
      status: 'ACTIVE',
      landingPageUrl: `https://www.${trade.domain}/`,
      iabCategoryId,
      iabSecondaryCategoryId: places.category(trade.category[1], iabCategoryId),
      timezone: trade.timezone,
      currency: trade.currency,
      billingPrice: trade.margin,
      contact: {
        addressLine1: '1 Market Square',
        city: trade.city,
        region: trade.region,
        postalCode: trade.postalCode,
        country: trade.country,
        email: `media@${trade.domain}`,
      },
    },
  });
  await createAllProductsSet({ db, advertiser });
  return advertiser.id;
}

/** Adds a pixel for pages and one for server events. Returns the ID of the latter. */
async function addPixels(
  db: Db,
  trade: Trade,
  owner: { seatId: number; advertiserId: number },
): Promise<number> {
  await db.pixel.create({ data: { ...owner, name: `${trade.name} – all pages`, dotPixel: true } });
  const { id } = await db.pixel.create({ data: { ...owner, name: `${trade.name} – orders` } });
  return id;
}
