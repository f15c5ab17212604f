import { type Db, transaction } from '../db/client.ts';
import type { System } from '../domain/context.ts';
import { createClient } from '../domain/identity/clients/create-client.ts';
import { createAllProductsSet } from '../domain/product-set/create-all-products.ts';
import { OPERATOR_SUPPLY } from '../domain/supply-word.ts';
import { createSeat } from '../domain/tenancy/create-seat.ts';
import { TRADES, type Trade } from './catalogue.ts';
import { addInventory } from './inventory.ts';
import { type PlannedLine, planCampaigns } from './plan.ts';
import { addProductFeed, SHOP } from './product-feed.ts';

export const DEMO_SEAT_NAME = 'Flightline demo';
const DAY_MS = 86_400_000;

export interface DemoSeat {
  readonly seatId: number;
  readonly clientId: string;
  /** The original secret; undefined after a rotation, because a rotated secret is only shown once. */
  readonly clientSecret: string | undefined;
}

/**
 * Fills a fresh database with the demo seat: a dozen advertisers with campaigns, lines, ads and schedules
 * around today, deals, native lists and a product feed. All or nothing.
 */
export async function seedDemo(options: { system: System }): Promise<DemoSeat & { clientSecret: string }> {
  const { system } = options;
  return transaction(system.db, async (db) => {
    const inside = { ...system, db };
    const { seatId, accountGroupId } = await createSeat({ system: inside, name: DEMO_SEAT_NAME });
    const pixelIds = await addTrades({ db, seatId, accountGroupId, now: system.now() });
    const { clientId, clientSecret } = await createClient({
      system: inside,
      seatId,
      role: 'ADMIN',
      realms: ['dsp', 'events', 'aaca'],
      pixelIds,
    });
    return { seatId, clientId, clientSecret };
  });
}

/**
 * Fills a seat with the demo's advertisers and what they trade with; returns their pixels for server events.
 */
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
    if (trade.name === SHOP) await addProductFeed({ db, ...owner, now });
  }
  await addInventory({ db, seatId, advertisers });
  return pixelIds;
}

interface Owner {
  readonly seatId: number;
  readonly advertiserId: number;
}

interface Places {
  /** Category id by the names of its path. */
  readonly category: (name: string, parentId?: number) => number;
  /** WOEID by country code; undefined where the dictionary has none. */
  readonly woeid: (countryCode: string) => number | undefined;
}

async function lookUpPlaces(db: Db): Promise<Places> {
  const categories = await db.category.findMany();
  const countries = await db.location.findMany({ where: { type: 'COUNTRY' } });
  const byCode = new Map(countries.map(({ countryCode, woeid }) => [countryCode, woeid]));
  return {
    category: (name, parentId) => {
      const found = categories.find(
        (category) => category.name === name && category.parentId === (parentId ?? null),
      );
      if (!found) throw new Error(`The category taxonomy has no ${name}.`);
      return found.id;
    },
    woeid: (countryCode) => byCode.get(countryCode),
  };
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

/** One pixel on the pages and one for server events; returns the latter's id. */
async function addPixels(db: Db, trade: Trade, owner: Owner): Promise<number> {
  await db.pixel.create({ data: { ...owner, name: `${trade.name} – all pages`, dotPixel: true } });
  const { id } = await db.pixel.create({ data: { ...owner, name: `${trade.name} – orders` } });
  return id;
}

async function addCampaigns(options: {
  db: Db;
  trade: Trade;
  index: number;
  owner: Owner;
  pixelId: number;
  places: Places;
  now: Date;
}): Promise<void> {
  const { db, trade, index, owner, now } = options;
  for (const planned of planCampaigns(trade, index)) {
    const campaign = await db.campaign.create({
      data: {
        ...owner,
        name: planned.name,
        status: 'ACTIVE',
        budget: planned.budget,
        budgetType: 'LIFETIME',
        objective: planned.native ? 'VISIT_WEB' : 'PROMOTE_BRAND',
        channel: 'NATIVE',
        language: 'en',
        packages: { create: { seatId: owner.seatId, name: `${planned.name} – package` } },
      },
      include: { packages: true },
    });
    for (const line of planned.lines)
      await addLine({
        ...options,
        line,
        campaignId: campaign.id,
        packageId: campaign.packages[0]?.id ?? null,
        day: (offset) => new Date(Math.floor(now.getTime() / DAY_MS + offset) * DAY_MS),
      });
  }
}

async function addLine(options: {
  db: Db;
  trade: Trade;
  owner: Owner;
  pixelId: number;
  places: Places;
  line: PlannedLine;
  campaignId: number;
  packageId: number | null;
  day: (offset: number) => Date;
}): Promise<void> {
  const { db, trade, owner, pixelId, places, line, campaignId, packageId, day } = options;
  const woeids = trade.markets.flatMap((code) => places.woeid(code) ?? []);
  const { id: lineId } = await db.line.create({
    data: {
      ...owner,
      campaignId,
      packageId,
      name: line.name,
      // A line runs only where it has a geography (RULINGS T8).
      status: woeids.length > 0 ? line.status : 'PAUSED',
      isNativeEnabled: line.native,
      supplyType: line.native ? OPERATOR_SUPPLY : null,
      language: line.native ? 'ENGLISH' : null,
      mediaType: line.native ? 'NATIVE' : 'DISPLAY',
      objective: 'VISIT_WEB',
      goalType: 'CPC',
      goalModeType: 'HARD',
      pacingModeType: 'EVEN',
      billingMethodType: 'CPC_WITH_MARGIN',
      marginType: 'TOTAL_BUDGET',
      budgetType: 'CURRENCY',
      dailyBudgetType: 'AUTO_ALLOCATED',
      bidPrice: line.bidPrice,
      goalAmount: line.bidPrice,
      billingPrice: trade.margin,
      schedules: {
        create: {
          budget: line.budget,
          dailyBudgetType: 'AUTO_ALLOCATED',
          startDate: day(line.days[0]),
          endDate: day(line.days[1]),
        },
      },
      conversions: {
        create: {
          beaconId: pixelId,
          name: 'Orders',
          viewWindow: 1,
          clickWindow: 30,
          viewWindowUnitType: 'DAY',
          clickWindowUnitType: 'DAY',
          acceptViewThrough: false,
        },
      },
      targetTypes: { create: { name: 'GEOGRAPHY', isTargeted: woeids.length > 0 } },
      geos: { create: woeids.map((woeid) => ({ woeid })) },
    },
  });
  for (const ad of line.ads)
    await db.ad.create({
      data: {
        seatId: owner.seatId,
        line: { connect: { id: lineId } },
        status: ad.status,
        schedules: { create: ad.flights.map(([from, to]) => ({ startDate: day(from), endDate: day(to) })) },
        creative: {
          create: {
            ...owner,
            name: ad.creative,
            mediaType: line.native ? 'NATIVE' : 'DISPLAY',
            title: line.native ? ad.creative : null,
            description: line.native ? `From ${trade.name}.` : null,
            landingUrl: `https://www.${trade.domain}/?utm_source=flightline`,
          },
        },
      },
    });
}
