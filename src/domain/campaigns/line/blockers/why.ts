import { MAX_ID } from '../../../../resources/define/fields.ts';
import type { System } from '../../../context.ts';
import { NotFoundError } from '../../../errors.ts';
import { spentSql } from '../../../reporting/delivery/spent.ts';
import { adDeliveryBlockers, deliveryBlockers, statusOf } from './read.ts';

const MAX_ADS = 100;

/**
 * Returns why a line delivers or does not: its blockers and the dates and amounts that the rules compare. For
 * operators. Throws NotFoundError.
 */
export async function whyLine(options: {
  readonly system: Pick<System, 'db' | 'pool' | 'now'>;
  readonly lineId: number;
}) {
  const { system, lineId } = options;
  const { db, now } = system;
  const line = lineId <= MAX_ID ? await db.line.findUnique({ where: { id: lineId }, include: FED_BY }) : null;
  if (!line) throw new NotFoundError('Line');
  const caller = { db, now, seatId: line.seatId };
  const ids = line.ads.map(({ id }) => id);
  const blockers = (await deliveryBlockers(caller, [lineId])).get(lineId) ?? [];
  const ofAds = await adDeliveryBlockers(caller, ids);
  const spent = await spending(system, lineId);
  const { advertiser, campaign } = line;
  return {
    ...{ line: lineId, name: line.name, seat: line.seatId, deliveryStatus: statusOf(blockers), now: now() },
    blockers: blockers.map(({ code, node, since, message }) => ({ code, node, since, message })),
    ...{ status: line.status, advertiser: advertiser.id, advertiserStatus: advertiser.status },
    ...{ timezone: advertiser.timezone, currency: advertiser.currency },
    ...{ campaign: campaign.id, campaignStatus: campaign.status, campaignBudget: campaign.budget },
    ...{ campaignBudgetType: campaign.budgetType, campaignSpent: spent.campaign },
    ...{ campaignDailyBudget: campaign.dailyBudget, campaignDailyBudgetType: campaign.dailyBudgetType },
    ...{ campaignStart: campaign.startDate, campaignEnd: campaign.endDate },
    ...{ locations: spent.locations, factsUntil: spent.factsUntil },
    flights: line.schedules.map(({ id, startDate, endDate, budget, dailyBudget, dailyBudgetType }) => ({
      ...{ flight: id, startDate, endDate, budget, dailyBudget, dailyBudgetType },
      spent: spent.flights.get(id),
    })),
    ads: line.ads.map(({ id, status, nativeAdStatus, creative }) => ({
      ...{ ad: id, status, nativeAdStatus, creative: creative.id, creativeStatus: creative.status },
      blockers: (ofAds.get(id) ?? [])
        .filter(({ node }) => /^(Ad|Creative):/.test(node))
        .map(({ code }) => code)
        .join(' '),
    })),
  };
}

const FED_BY = {
  advertiser: { select: { id: true, status: true, timezone: true, currency: true } },
  campaign: {
    select: {
      ...{ id: true, status: true, budget: true, budgetType: true, dailyBudget: true, dailyBudgetType: true },
      ...{ startDate: true, endDate: true },
    },
  },
  schedules: { orderBy: { startDate: 'asc' } },
  ads: {
    orderBy: { id: 'asc' },
    take: MAX_ADS,
    select: {
      ...{ id: true, status: true, nativeAdStatus: true },
      creative: { select: { id: true, status: true } },
    },
  },
} as const;

interface Spent {
  readonly campaign: string;
  readonly locations: number;
  readonly factsUntil: Date | null;
  readonly flights: ReadonlyMap<number, string>;
}

/**
 * Amounts are in the currency of the advertiser. The campaign's spend is that of its current budget period, as in the
 * rules.
 */
async function spending({ pool, now }: Pick<System, 'pool' | 'now'>, lineId: number): Promise<Spent> {
  const period = `CASE cmp.budget_type
    WHEN 'DAILY' THEN start_of_day((m.now AT TIME ZONE adv.timezone)::date, adv.timezone)
    WHEN 'MONTHLY' THEN start_of_day(date_trunc('month', m.now AT TIME ZONE adv.timezone)::date, adv.timezone)
    ELSE to_timestamp(0) END`;
  const ofCampaign = {
    ...({ level: 'campaign', id: 'cmp.id', advertiserId: 'adv.id' } as const),
    currency: 'adv.currency',
  };
  const ofLine = {
    ...({ level: 'line', id: 'lin.id', advertiserId: 'adv.id', currency: 'adv.currency' } as const),
  };
  const { rows } = await pool.query<{
    campaign: string;
    locations: number;
    factsUntil: Date | null;
    flights: { id: number; spent: string }[] | null;
  }>(
    `SELECT ${spentSql(ofCampaign, 'm.since', 'm.now')} AS campaign,
       (SELECT count(*)::int FROM line_geo lg WHERE lg.line_id = lin.id AND NOT lg.excluded) AS locations,
       (SELECT last_hour + interval '1 hour' FROM fact_hour WHERE advertiser_id = adv.id) AS "factsUntil",
       (SELECT json_agg(json_build_object('id', fl.id, 'spent',
          ${spentSql(ofLine, 'fl.start_date', 'least(fl.end_date, m.now)')}::text))
        FROM line_schedule fl WHERE fl.line_id = lin.id AND fl.start_date <= m.now) AS flights
     FROM line lin JOIN advertiser adv ON adv.id = lin.advertiser_id JOIN campaign cmp ON cmp.id = lin.campaign_id
       CROSS JOIN LATERAL (SELECT n.now, ${period.replaceAll('m.now', 'n.now')} AS since
         FROM (SELECT $2::timestamptz AS now) n) m
     WHERE lin.id = $1`,
    [lineId, now()],
  );
  const [found] = rows;
  return {
    campaign: found?.campaign ?? '0',
    locations: found?.locations ?? 0,
    factsUntil: found?.factsUntil ?? null,
    flights: new Map((found?.flights ?? []).map(({ id, spent }) => [id, spent])),
  };
}
