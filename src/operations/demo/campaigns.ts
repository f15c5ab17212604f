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

/** Adds the campaigns of an advertiser, with their lines and ads. */
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
  for (const planned of planCampaigns(trade, index)) {
    const campaign = await db.campaign.create({
      data: {
        ...owner,
        name: planned.name,
        status: planned.status,
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
        day: (offset) =>
          boundsOfDay(localDayOf(new Date(now.getTime() + offset * DAY_MS), trade.timezone), trade.timezone),
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
  /** The first and the last second of a day of the advertiser, so many days from today. */
  day: (offset: number) => { first: Date; last: Date };
}): Promise<void> {
  const { db, trade, owner, pixelId, places, line, campaignId, packageId, day } = options;
  const woeids = line.markets.flatMap((code) => places.woeid(code) ?? []);
  const { id: lineId } = await db.line.create({
    data: {
      ...owner,
      campaignId,
      packageId,
      name: line.name,
      // A line without a geographic target cannot be ACTIVE.
      status: woeids.length > 0 ? line.status : 'PAUSED',
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
      schedules: {
        create: line.flights.map(({ days: [from, to], budget }) => ({
          budget,
          dailyBudgetType: 'AUTO_ALLOCATED',
          startDate: day(from).first,
          endDate: day(to - 1).last,
        })),
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
        schedules: {
          create: ad.flights.map(([from, to]) => ({ startDate: day(from).first, endDate: day(to - 1).last })),
        },
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
