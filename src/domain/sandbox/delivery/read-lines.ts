import type { Pool } from 'pg';
import { groupBy } from '../../../resources/filter/group-by.ts';
import { adCanServe } from '../../campaigns/line/blockers/rules.ts';
import { isStanding } from '../../campaigns/line/blockers/sql.ts';
import { dailyCap } from '../../campaigns/line/daily-cap.ts';
import { type Period, union } from '../auction/days.ts';

/** The maximum number of ads of a line that deliver, by ID. */
const MAX_ADS = 200;
/** How many campaigns are read and simulated at once. */
const CAMPAIGNS_AT_ONCE = 200;
const ALWAYS: Period = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

export interface DeliveringAd {
  readonly id: number;
  readonly creativeId: number;
  /** The media type of its creative. */
  readonly mediaType: string | null;
  readonly periods: readonly Period[];
}

export interface DeliveringFlight {
  /** 0 for a line without flights. */
  readonly id: number;
  readonly period: Period;
  /** In the advertiser's currency. */
  readonly budget: number | null;
  /** The most that a day of the advertiser's time zone may spend. */
  readonly dailyBudget: number | null;
}

/** A country in which a line bids. */
export interface TargetedCountry {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  /** The share of its supply in the targeted places: 1 if the whole country is targeted. */
  readonly share: number;
}

export interface ConversionRule {
  readonly id: number;
  readonly pixelId: number;
  readonly clickWindow: number | null;
  readonly clickUnit: string | null;
  readonly viewWindow: number | null;
  readonly viewUnit: string | null;
  readonly acceptViews: boolean | null;
}

/** The settings of a line that may deliver, as far as the simulation needs them. */
export interface DeliveringLine {
  readonly id: number;
  readonly seatId: number;
  readonly advertiserId: number;
  readonly campaignId: number;
  readonly packageId: number | null;
  readonly bidPrice: number | null;
  readonly goalType: string | null;
  readonly mediaType: string | null;
  readonly pacingModeType: string | null;
  readonly multiplierCap: number | null;
  readonly flights: readonly DeliveringFlight[];
  readonly ads: readonly DeliveringAd[];
  /** The periods in which at least one ad is in flight. */
  readonly adPeriods: readonly Period[];
  readonly countries: readonly TargetedCountry[];
  readonly targetsFunnel: boolean;
  /** The number of items in the native lists that it blocks. */
  readonly blockedItems: number;
  /** By hour of the week. */
  readonly dayParts: ReadonlyMap<number, number>;
  /** The bid multipliers for places and devices. */
  readonly otherMultipliers: readonly number[];
  readonly rules: readonly ConversionRule[];
}

export interface DeliveringCampaign {
  readonly id: number;
  readonly timezone: string;
  readonly currency: string;
  readonly budget: number | null;
  /** LIFETIME, DAILY or MONTHLY */
  readonly budgetType: string | null;
  /** The most that a day spends, whatever the budget is. */
  readonly dailyBudget: number | null;
  readonly lines: readonly DeliveringLine[];
}

/** Returns the next campaigns, by ID, with lines that may deliver between two hours; of one seat if it is given. */
export async function readCampaigns(
  pool: Pool,
  options: { after: number; from: Date; to: Date; seatId?: number },
): Promise<DeliveringCampaign[]> {
  const { after, from, to, seatId = null } = options;
  const values = [after, CAMPAIGNS_AT_ONCE, from, to, MAX_ADS, seatId];
  const { rows } = await pool.query<LineRow>({ text: LINES, values });
  return [...groupBy(rows, ({ campaignId }) => String(campaignId)).values()].flatMap((lines) => {
    const [first] = lines;
    if (!first) return [];
    const { campaignId: id, timezone, currency, budget, budgetType, dailyBudget } = first;
    return { id, timezone, currency, budget, budgetType, dailyBudget, lines: lines.map(lineOf) };
  });
}

interface LineRow extends Omit<DeliveringLine, 'ads' | 'adPeriods' | 'flights' | 'dayParts'> {
  readonly timezone: string;
  readonly currency: string;
  readonly budget: number | null;
  readonly budgetType: string | null;
  readonly dailyBudget: number | null;
  readonly campaignStart: number | null;
  readonly campaignEnd: number | null;
  readonly hasFlights: boolean;
  readonly flights: readonly (Omit<DeliveringFlight, 'period'> & { start: number; end: number })[];
  readonly ads: readonly (Omit<DeliveringAd, 'periods'> & { periods: Period[] })[];
  readonly dayParts: readonly { hour: number; multiplier: number }[];
}

function lineOf(row: LineRow): DeliveringLine {
  const ads = row.ads.map(({ periods, ...ad }) => ({
    ...ad,
    periods: periods.length > 0 ? periods : [ALWAYS],
  }));
  const flights = row.flights.map(({ start, end, ...flight }) => ({
    ...flight,
    period: [start, end] as const,
  }));
  const period = [row.campaignStart ?? ALWAYS[0], row.campaignEnd ?? ALWAYS[1]] as const;
  return {
    ...row,
    ads,
    adPeriods: union(ads.flatMap(({ periods }) => periods)),
    flights: row.hasFlights ? flights : [{ id: 0, budget: null, dailyBudget: null, period }],
    dayParts: new Map(row.dayParts.map(({ hour, multiplier }) => [hour, multiplier])),
  };
}

const list = (select: string) => `coalesce((SELECT json_agg(item) FROM (${select}) AS item), '[]')`;
const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

/** A flight delivers within its campaign. */
const FLIGHT_START = 'greatest(f.start_date, cmp.start_date)';
const FLIGHT_END = 'least(f.end_date, cmp.end_date)';

/** The share of a country's supply in a place of a type. */
const SHARES = "WHEN 'COUNTRY' THEN 1 WHEN 'STATE' THEN 0.1 WHEN 'ZIP' THEN 0.005 ELSE 0.05";

/** SQL: the line has no blocker that does not depend on the hour. Hours, flights and budgets are checked per hour. */
const DELIVERS = `NOT ${isStanding({ line: (column) => `l.${column}`, now: '$3' })}
  AND (NOT EXISTS (SELECT FROM line_schedule f WHERE f.line_id = l.id)
    OR EXISTS (SELECT FROM line_schedule f WHERE f.line_id = l.id AND f.start_date < $4 AND f.end_date > $3))`;

const LINES = `
  WITH next AS (
    SELECT DISTINCT l.campaign_id FROM line l
    JOIN advertiser adv ON adv.id = l.advertiser_id JOIN campaign cmp ON cmp.id = l.campaign_id
    WHERE ${DELIVERS} AND l.campaign_id > $1 AND ($6::int IS NULL OR l.seat_id = $6)
    ORDER BY 1 LIMIT $2
  )
  SELECT l.id, l.seat_id AS "seatId", l.advertiser_id AS "advertiserId", l.campaign_id AS "campaignId",
    l.package_id AS "packageId", l.bid_price AS "bidPrice", l.goal_type AS "goalType",
    l.media_type AS "mediaType", l.pacing_mode_type AS "pacingModeType",
    l.bid_multiplier_cap AS "multiplierCap", adv.timezone, adv.currency, cmp.budget, cmp.budget_type AS "budgetType",
    ${dailyCap('cmp')} AS "dailyBudget", ${ms('cmp.start_date')} AS "campaignStart", ${ms('cmp.end_date')} AS "campaignEnd",
    EXISTS (SELECT FROM line_schedule f WHERE f.line_id = l.id) AS "hasFlights",
    ${list(`SELECT id, budget, ${dailyCap('f')} AS "dailyBudget", ${ms(FLIGHT_START)} AS start, ${ms(FLIGHT_END)} AS "end"
      FROM line_schedule f WHERE f.line_id = l.id AND ${FLIGHT_START} < least($4, ${FLIGHT_END}) AND ${FLIGHT_END} > $3
      ORDER BY id`)} AS flights,
    ${list(`SELECT ad.id, c.id AS "creativeId", c.media_type AS "mediaType", coalesce((SELECT json_agg(json_build_array(${ms('s.start_date')}, ${ms('s.end_date')}))
        FROM ad_schedule s WHERE s.ad_id = ad.id), '[]') AS periods
      FROM ad JOIN creative c ON c.id = ad.creative_id WHERE ad.line_id = l.id AND ${adCanServe('ad')}
      ORDER BY ad.id LIMIT $5`)} AS ads,
    ${list(`SELECT p.country_code AS code, least(sum(CASE upper(p.type) ${SHARES} END), 1)::float8 AS share
      FROM line_geo g JOIN location p ON p.woeid = g.woeid AND NOT g.excluded
      WHERE g.line_id = l.id AND p.country_code IS NOT NULL GROUP BY 1 ORDER BY 1`)} AS countries,
    EXISTS (SELECT FROM line_target_type t
      WHERE t.line_id = l.id AND t.name = 'TARGET_PRODUCT_FUNNEL' AND t.is_targeted) AS "targetsFunnel",
    (SELECT coalesce(sum(cardinality(n.items)), 0)::int FROM line_native_list b
      JOIN native_list n ON n.id = b.native_list_id AND n.status = 'ACTIVE'
      JOIN line_target_type t ON t.line_id = b.line_id AND t.name = 'NATIVE_LIST' AND t.is_targeted
      WHERE b.line_id = l.id) AS "blockedItems",
    ${list(`SELECT target_value AS hour, multiplier FROM bid_multiplier m
      WHERE m.line_id = l.id AND m.target_type = 'DAY_PARTING'`)} AS "dayParts",
    ARRAY(SELECT multiplier FROM bid_multiplier m
      WHERE m.line_id = l.id AND m.target_type <> 'DAY_PARTING' ORDER BY id) AS "otherMultipliers",
    ${list(`SELECT id, beacon_id AS "pixelId", click_window AS "clickWindow", click_window_unit_type AS "clickUnit",
        view_window AS "viewWindow", view_window_unit_type AS "viewUnit", accept_view_through AS "acceptViews"
      FROM line_conversion r WHERE r.line_id = l.id ORDER BY id LIMIT 5`)} AS rules
  FROM next JOIN line l USING (campaign_id)
  JOIN advertiser adv ON adv.id = l.advertiser_id JOIN campaign cmp ON cmp.id = l.campaign_id
  WHERE ${DELIVERS} ORDER BY l.campaign_id, l.id`;
