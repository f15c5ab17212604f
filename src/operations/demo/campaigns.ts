import { OPERATOR_SUPPLY } from '../../domain/campaigns/line/supply-name.ts';
import type { Db } from '../../platform/database/connection/client.ts';
import { boundsOfDay, localDayOf } from '../../platform/time/local-day.ts';
import type { Trade } from './catalogue.ts';
import type { Places } from './places.ts';
import { type PlannedLine, planCampaigns } from './plan.ts';
import { DAY_MS } from './times.ts';

interface Owner {
  readonly seatId: number;
  readonly advertiserId: number;
}

/** A planned line and the rows that it belongs to. */
interface PlacedLine {
  readonly line: PlannedLine;
  readonly campaignId: number;
  readonly packageId: number;
}

/**
 * Adds the campaigns of an advertiser, with their lines and ads. Each table takes one statement: row by row, a seat
 * takes some two thousand.
 */
export async function addCampaigns(options: {
  db: Db;
  trade: Trade;
  index: number;
  owner: Owner;
  pixelId: number;
  places: Places;
  now: Date;
}): Promise<void> {
  const { db, trade, index, owner, now } = options;
  const planned = planCampaigns(trade, index);
  // PostgreSQL inserts and returns rows in the order in which they are sent.
  const campaigns = await db.campaign.createManyAndReturn({
    select: { id: true },
    data: planned.map(({ name, status, budget, native }) => ({
      ...owner,
      name,
      status,
      budget,
      budgetType: 'LIFETIME',
      objective: native ? 'VISIT_WEB' : 'PROMOTE_BRAND',
      channel: 'NATIVE',
      language: 'en',
    })),
  });
  const packages = await db.package.createManyAndReturn({
    select: { id: true, campaignId: true },
    data: pairs(planned, campaigns).map(([{ name }, { id }]) => ({
      seatId: owner.seatId,
      campaignId: id,
      name: `${name} – package`,
    })),
  });
  const placed = pairs(planned, packages).flatMap(([{ lines }, { id: packageId, campaignId }]) =>
    lines.map((line) => ({ line, campaignId, packageId })),
  );
  const day = (offset: number) =>
    boundsOfDay(localDayOf(new Date(now.getTime() + offset * DAY_MS), trade.timezone), trade.timezone);
  const lines = await addLines({ ...options, placed, day });
  await addAds({ db, trade, owner, lines, day });
}

/** Pairs what was planned with the rows that were made of it. */
const pairs = <P, R>(planned: readonly P[], rows: readonly R[]): [P, R][] =>
  planned.map((one, at) => [one, rows[at] as R]);

/** The first and the last second of a day of the advertiser, so many days from today. */
type Day = (offset: number) => { first: Date; last: Date };

async function addLines(options: {
  db: Db;
  trade: Trade;
  owner: Owner;
  pixelId: number;
  places: Places;
  placed: readonly PlacedLine[];
  day: Day;
}): Promise<[PlannedLine, { id: number }][]> {
  const { db, trade, owner, pixelId, places, placed, day } = options;
  const woeidsOf = ({ markets }: PlannedLine) => markets.flatMap((code) => places.woeid(code) ?? []);
  const rows = await db.line.createManyAndReturn({
    select: { id: true },
    data: placed.map(({ line, campaignId, packageId }) => ({
      ...owner,
      campaignId,
      packageId,
      name: line.name,
      // A line without a geographic target cannot be ACTIVE.
      status: woeidsOf(line).length > 0 ? line.status : 'PAUSED',
      isNativeEnabled: line.native,
      supplyType: line.native ? OPERATOR_SUPPLY : null,
      language: line.native ? 'ENGLISH' : null,
      mediaType: line.native ? 'NATIVE' : 'DISPLAY',
      objective: 'VISIT_WEB',
      goalType: 'CPC',
      goalModeType: 'HARD',
      pacingModeType: line.pacingModeType,
      billingMethodType: 'CPC_WITH_MARGIN',
      marginType: 'TOTAL_BUDGET',
      budgetType: 'CURRENCY',
      dailyBudgetType: 'AUTO_ALLOCATED',
      bidPrice: line.bidPrice,
      goalAmount: line.bidPrice,
      billingPrice: trade.margin,
    })),
  });
  const lines = pairs(
    placed.map(({ line }) => line),
    rows,
  );
  await db.lineSchedule.createMany({
    data: lines.flatMap(([{ flights }, { id: lineId }]) =>
      flights.map(({ days: [from, to], budget }) => ({
        lineId,
        budget,
        dailyBudgetType: 'AUTO_ALLOCATED',
        startDate: day(from).first,
        endDate: day(to - 1).last,
      })),
    ),
  });
  await db.lineConversion.createMany({
    data: rows.map(({ id: lineId }) => ({
      lineId,
      beaconId: pixelId,
      name: 'Orders',
      viewWindow: 1,
      clickWindow: 30,
      viewWindowUnitType: 'DAY',
      clickWindowUnitType: 'DAY',
      acceptViewThrough: false,
    })),
  });
  await db.lineTargetType.createMany({
    data: lines.map(([line, { id: lineId }]) => ({
      lineId,
      name: 'GEOGRAPHY',
      isTargeted: woeidsOf(line).length > 0,
    })),
  });
  await db.lineGeo.createMany({
    data: lines.flatMap(([line, { id: lineId }]) => woeidsOf(line).map((woeid) => ({ lineId, woeid }))),
  });
  return lines;
}

async function addAds(options: {
  db: Db;
  trade: Trade;
  owner: Owner;
  lines: readonly [PlannedLine, { id: number }][];
  day: Day;
}): Promise<void> {
  const { db, trade, owner, lines, day } = options;
  const planned = lines.flatMap(([{ native, ads }, { id: lineId }]) =>
    ads.map((ad) => ({ ...ad, native, lineId })),
  );
  const creatives = await db.creative.createManyAndReturn({
    select: { id: true },
    data: planned.map(({ creative, native }) => ({
      ...owner,
      name: creative,
      mediaType: native ? 'NATIVE' : 'DISPLAY',
      title: native ? creative : null,
      description: native ? `From ${trade.name}.` : null,
      landingUrl: `https://www.${trade.domain}/?utm_source=flightline`,
    })),
  });
  const ads = await db.ad.createManyAndReturn({
    select: { id: true },
    data: pairs(planned, creatives).map(([{ lineId, status }, { id: creativeId }]) => ({
      seatId: owner.seatId,
      lineId,
      creativeId,
      status,
    })),
  });
  await db.adSchedule.createMany({
    data: pairs(planned, ads).flatMap(([{ flights }, { id: adId }]) =>
      flights.map(([from, to]) => ({ adId, startDate: day(from).first, endDate: day(to - 1).last })),
    ),
  });
}
