import { queryPrepared } from '../../../platform/database/connection/prepared-statements.ts';
import { keysOf } from '../../../platform/text/typed.ts';
import type { DomainContext } from '../../context.ts';
import { IS_BEHIND, refuseBehind } from './behind.ts';
import { type Delivery, deliveryOfRow, type MeasureRow } from './delivery.ts';
import type { DeliveryQuery } from './delivery-query.ts';
import { ALL_MEASURES, type Measures, type Metric, measuresOfMetric, metricSql } from './metrics.ts';
import { daySums, daysSql, HOURS, hasRate, measuresIn, stepsSql, Values } from './sql.ts';

/** What a table can be grouped by: the name, and its value in the facts. */
export const DIMENSIONS = {
  ADVERTISER: { key: 'advertiserId', sql: 'd.advertiser_id' },
  CAMPAIGN: { key: 'campaignId', sql: 'd.campaign_id' },
  LINE: { key: 'lineId', sql: 'd.line_id' },
  AD: { key: 'adId', sql: 'nullif(d.ad_id, 0)' },
  COUNTRY: { key: 'country', sql: "nullif(d.country, '')" },
  PACKAGE: { key: 'packageId', sql: 'nullif(d.package_id, 0)' },
} as const;
export type Dimension = keyof typeof DIMENSIONS;

export interface TableFilter {
  readonly campaignIds?: readonly number[];
  readonly lineIds?: readonly number[];
  readonly adIds?: readonly number[];
  readonly packageIds?: readonly number[];
  readonly countries?: readonly string[];
}

export interface TableRow {
  readonly advertiserId: number | null;
  readonly campaignId: number | null;
  readonly lineId: number | null;
  readonly adId: number | null;
  readonly country: { readonly code: string; readonly name: string } | null;
  readonly packageId: number | null;
  readonly start: Date | null;
  readonly delivery: Delivery;
}

export interface Table {
  readonly rows: readonly TableRow[];
  readonly totals: Delivery;
  readonly totalCount: number;
  /** The position of the first row. */
  readonly offset: number;
}

type Found = MeasureRow & {
  start: string;
  countryName: string | null;
} & { [Key in (typeof DIMENSIONS)[Dimension]['key']]?: never };

const FILTERS = {
  campaignIds: ['d.campaign_id', 'int[]'],
  lineIds: ['d.line_id', 'int[]'],
  adIds: ['d.ad_id', 'int[]'],
  packageIds: ['d.package_id', 'int[]'],
  countries: ['d.country', 'text[]'],
} as const;

/** Columns that the sums by line do not have. */
const OF_DAYS = /\bd\.(ad_id|country|package_id)\b/;

/**
 * SQL: the time zone or currency that all advertisers have in common, of those that own what is filtered by, otherwise
 * the default of reports.
 */
function common(
  column: string,
  { owners, fallback }: { owners: readonly string[]; fallback: string },
): string {
  const only = owners.length > 0 ? `FILTER (WHERE ${owners.join(' AND ')})` : '';
  const [least, most] = ['min', 'max'].map((of) => `${of}(a.${column}) ${only}`);
  return `CASE WHEN ${least} = ${most} THEN ${least} ELSE '${fallback}' END`;
}

/** SQL: the advertisers of what a filter names. */
const OWNERS = {
  campaignIds: 'SELECT o.advertiser_id FROM campaign o WHERE o.id',
  lineIds: 'SELECT o.advertiser_id FROM line o WHERE o.id',
  adIds: 'SELECT o.advertiser_id FROM line o JOIN ad n ON n.line_id = o.id WHERE n.id',
} as const;

/**
 * Returns delivery of the seat's advertisers by dimensions and intervals, like a report but immediately.
 * @throws UnavailableError while the roll-up lacks facts
 */
export async function readTable(
  ctx: DomainContext,
  requested: {
    query: DeliveryQuery;
    by: readonly Dimension[];
    /** Only these; all of the seat's where undefined. */
    advertiserIds: readonly number[] | undefined;
    filter: TableFilter;
    order: { metric: Metric; descending: boolean } | null;
    first: number;
    offset: number;
    /** The measures to read; others are 0. Default: all. */
    measures?: Measures;
  },
): Promise<Table> {
  const { query, by, advertiserIds, filter, order, first, offset } = requested;
  const measures = new Set([
    ...(requested.measures ?? ALL_MEASURES),
    ...(order ? measuresOfMetric(order.metric).map(({ name }) => name) : []),
  ]);
  const { interval } = query;
  const values = new Values();
  const keys = by.map((dimension) => DIMENSIONS[dimension]);
  const now = ctx.now();
  const filters = keysOf(FILTERS).flatMap((name) => {
    const [column, type] = FILTERS[name];
    const ids = filter[name];
    return ids ? [`AND ${column} = ANY(${values.bind(ids, type)})`] : [];
  });
  const owners = keysOf(OWNERS).flatMap((name) => {
    const ids = filter[name];
    return ids ? [`a.id IN (${OWNERS[name]} = ANY(${values.bind(ids, 'int[]')}))`] : [];
  });
  const accounts = advertiserIds ? `AND a.id = ANY(${values.bind(advertiserIds, 'int[]')})` : '';
  const named = keys.map(({ key, sql }) => `${sql} AS "${key}"`);
  const ofLines = [...named, ...filters].every((sql) => !OF_DAYS.test(sql));
  const facts = `d.advertiser_id = ANY(z.advertisers) ${filters.join(' ')}`;
  const names = keys.map(({ key }) => `s."${key}"`);
  const sorted = [
    ...(order ? [`${metricSql(order.metric, 'g')} ${order.descending ? 'DESC' : 'ASC'} NULLS LAST`] : []),
    'g.start',
    ...keys.map(({ key }) => `g."${key}" NULLS LAST`),
  ];
  const countryName = keys.some(({ key }) => key === 'country')
    ? `(SELECT e.name FROM dictionary_entry e WHERE e.list = 'country' AND e.value = g.country)`
    : 'NULL';
  const { rows } = await queryPrepared<{
    totals: MeasureRow;
    total: string;
    page: Found[] | null;
    behind: boolean;
  }>(ctx.pool, {
    text: `WITH z AS (
  SELECT array_agg(a.id) AS advertisers,
    coalesce(${values.bind(query.timezone, 'text')}, ${common('timezone', { owners, fallback: 'America/New_York' })}) AS zone,
    coalesce(${values.bind(query.currency, 'text')}, ${common('currency', { owners, fallback: 'USD' })}) AS currency
  FROM advertiser a WHERE a.seat_id = ${values.bind(ctx.seatId, 'int')} ${accounts}
), p AS MATERIALIZED (
  SELECT b.start, ${HOURS} FROM z, LATERAL (${daysSql(query.range, { zone: 'z.zone', now, values })}) r,
    LATERAL (${stepsSql(interval, 'z.zone')}) b
), f AS MATERIALIZED (
  ${daySums({
    measures,
    keys: [...named, 'p.start'],
    currency: 'z.currency',
    rows: 'z CROSS JOIN (SELECT min(since) AS since, max(until) AS until FROM p) r',
    steps: { table: 'p', of: 'true' },
    facts,
    anyFacts: true,
    spans: ofLines ? 'd.ad_id < 0' : 'd.ad_id >= 0',
  })}
), g AS (
  SELECT ${[...names, 's.start', 'z.currency', `${hasRate('z.currency')} AS "hasRate"`, measuresIn('z.currency', measures)].join(', ')}
  FROM f s, z GROUP BY ${[...names, 's.start', 'z.currency'].join(', ')}
), t AS (
  SELECT z.currency, ${hasRate('z.currency')} AS "hasRate", x.* FROM z, LATERAL (SELECT ${measuresIn('z.currency', measures)} FROM (
    SELECT day, value_currency, sum(impressions) AS impressions, sum(clicks) AS clicks, sum(spend) AS spend,
      sum(conversions) AS conversions, sum(conversion_value) AS conversion_value, max(newest) AS newest
    FROM f GROUP BY day, value_currency) s GROUP BY ()) x
)
SELECT (SELECT row_to_json(t) FROM t) AS totals, (SELECT count(*) FROM g) AS total, ${IS_BEHIND} AS behind,
  (SELECT json_agg(row_to_json(page)) FROM (
    SELECT g.*, ${countryName} AS "countryName" FROM g
    ORDER BY ${sorted.join(', ')} LIMIT ${values.bind(first, 'int')} OFFSET ${values.bind(offset, 'int')}) page) AS page`,
    values: values.list,
  });
  const [answer] = rows;
  if (!answer) throw new Error('A table answered no row.');
  refuseBehind(answer);
  return {
    rows: (answer.page ?? []).map((row) => rowOf(row, { stepped: interval !== null, now })),
    totals: deliveryOfRow(answer.totals, now),
    totalCount: Number(answer.total),
    offset,
  };
}

function rowOf(found: Found, { stepped, now }: { stepped: boolean; now: Date }): TableRow {
  const { advertiserId = null, campaignId = null, lineId = null, adId = null, packageId = null } = found;
  const { country: code = null, countryName } = found;
  return {
    advertiserId,
    campaignId,
    lineId,
    adId,
    packageId,
    country: code === null ? null : { code, name: countryName ?? code },
    start: stepped ? new Date(found.start) : null,
    delivery: deliveryOfRow(found, now),
  };
}
