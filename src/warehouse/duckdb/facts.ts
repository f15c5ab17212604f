import type { AdOfLine } from '../catalogue.ts';
import type { FactColumn } from '../columns.ts';
import type { SourceFile } from '../dialect.ts';
import type { Job, Statement } from '../engine.ts';
import { asLines, asText } from './fact-text.ts';
import { literal } from './literal.ts';

const WRITE_PARQUET = '(FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 3)';
const MAX_ID = 2_147_483_647;
const MAX_COUNT = 1_000_000_000_000_000;
const COUNTS: FactColumn[] = [
  'impressions',
  'clicks',
  'qualifiedBidRequests',
  'bidResponses',
  'availableBidRequests',
];
const HOUR = String.raw`'\d{4}-\d\d-\d\dT\d\d:00(:00(\.0+)?)?(Z|\+00:00)'`;

const COLUMNS_STORED = `hour, advertiser_id, campaign_id, line_id, package_id, country, impressions, clicks,
  spend, qualified_bid_requests, bid_responses, available_bid_requests, conversions, conversion_value,
  value_currency, ad_id`;

/** The facts of stored files with the column `ad_id`, which files of earlier versions lack. */
export const WITH_ADS = `(SELECT NULL::INTEGER AS ad_id WHERE false
  UNION ALL BY NAME SELECT * FROM read_parquet(?, union_by_name = true))`;

/** The check of each column. The SQL is true for a valid value and never null. */
const CHECKS: { column: FactColumn; good: string; problem: string }[] = [
  {
    column: 'hour',
    good: `coalesce(regexp_full_match(hour, ${HOUR}) AND ${hourOf('hour')} IS NOT NULL, false)`,
    problem: 'hour must be a full hour in UTC such as 2026-01-31T17:00:00Z',
  },
  ...(['advertiserId', 'campaignId', 'lineId'] as const).map((column) => ({
    column,
    good: integer(column, 1, MAX_ID),
    problem: `${column} must be an integer from 1 to ${MAX_ID}`,
  })),
  {
    column: 'packageId',
    good: `(coalesce("packageId", '') = '' OR ${integer('packageId', 1, MAX_ID)})`,
    problem: `packageId must be empty or an integer from 1 to ${MAX_ID}`,
  },
  {
    column: 'adId',
    good: `(coalesce("adId", '') = '' OR ${integer('adId', 1, MAX_ID)})`,
    problem: `adId must be empty or an integer from 1 to ${MAX_ID}`,
  },
  {
    column: 'country',
    good: "coalesce(regexp_full_match(country, '[A-Z]{2}'), false)",
    problem: 'country must be an ISO 3166 alpha-2 code in upper case',
  },
  {
    column: 'spend',
    good: String.raw`coalesce(regexp_full_match(spend, '\d{1,12}(\.\d{1,6}0*)?'), false)`,
    problem: 'spend must be a plain decimal of at most 12 digits before and 6 after the point',
  },
  ...COUNTS.map((column) => ({
    column,
    good: integer(column, 0, MAX_COUNT),
    problem: `${column} must be an integer from 0 to ${MAX_COUNT}`,
  })),
];

export function columns(path: string): Statement {
  return { sql: 'SELECT name FROM parquet_schema(?)', values: [onlyThis(path)] };
}

/** DuckDB reads paths as patterns, so that `facts-?.csv` would name other files too. */
const onlyThis = (path: string): string => path.replace(/[*?[]/g, '[$&]');

/** Reads the columns as text by name, checks all rows and writes them typed. */
export function stage(source: SourceFile, target: string): Statement {
  const good = CHECKS.map((check) => check.good).join('\n AND ');
  return {
    sql: `COPY (
  SELECT ${hourOf('hour')} AS hour, "advertiserId"::INTEGER AS advertiser_id, "campaignId"::INTEGER AS campaign_id,
    "lineId"::INTEGER AS line_id, nullif("packageId", '')::INTEGER AS package_id, country,
    impressions::BIGINT AS impressions, clicks::BIGINT AS clicks, spend::DECIMAL(18,6) AS spend,
    "qualifiedBidRequests"::BIGINT AS qualified_bid_requests, "bidResponses"::BIGINT AS bid_responses,
    "availableBidRequests"::BIGINT AS available_bid_requests, 0::BIGINT AS conversions,
    0::DECIMAL(38,6) AS conversion_value, NULL::VARCHAR AS value_currency,
    nullif("adId", '')::INTEGER AS ad_id
  FROM (${asText(source)})
  WHERE CASE WHEN ${good} THEN true ELSE error('refused') END
) TO ${literal(target)} (FORMAT parquet, COMPRESSION lz4_raw)`,
    values: [onlyThis(source.path)],
  };
}

/**
 * Reads the file again line by line, which works for any content, to report which lines are refused and
 * why.
 */
export function diagnose(source: SourceFile, foreignAds: AdOfLine[]): Job {
  const problems = [
    ...CHECKS.map((check) => `CASE WHEN NOT ${check.good} THEN '${check.problem}' END`),
    `CASE WHEN EXISTS (FROM foreign_ads f WHERE f.ad_id::VARCHAR = "adId" AND f.line_id::VARCHAR = "lineId")
      THEN 'adId must be an ad of the line' END`,
  ];
  const statement: Statement = {
    sql: `SELECT count(*)::INTEGER AS refused, arg_min({line: n, problems: problems}, n, 100) AS worst FROM (
  SELECT n, CASE WHEN malformed IS NOT NULL THEN [malformed]
    ELSE list_filter([${problems.join(',\n')}], lambda p: p IS NOT NULL) END AS problems
  FROM (${asLines(source)}))
WHERE len(problems) > 0`,
    values: [onlyThis(source.path)],
  };
  const table = {
    name: 'foreign_ads',
    columns: [
      { name: 'ad_id', type: 'INTEGER' as const },
      { name: 'line_id', type: 'INTEGER' as const },
    ],
    rows: foreignAds.map(({ adId, lineId }) => [adId, lineId]),
  };
  return { tables: [table], statements: [statement] };
}

export function adsOfLines(path: string): Statement {
  return {
    sql: `SELECT DISTINCT ad_id AS "adId", line_id AS "lineId" FROM read_parquet(?) WHERE ad_id IS NOT NULL`,
    values: [path],
  };
}

export function adsOfSource(source: SourceFile): Statement {
  return {
    sql: `SELECT DISTINCT try_cast("adId" AS INTEGER) AS "adId", try_cast("lineId" AS INTEGER) AS "lineId"
FROM (${asLines(source)})
WHERE try_cast("adId" AS INTEGER) IS NOT NULL AND try_cast("lineId" AS INTEGER) IS NOT NULL`,
    values: [onlyThis(source.path)],
  };
}

export function months(path: string): Statement {
  return {
    sql: "SELECT DISTINCT strftime(hour, '%Y-%m') AS month FROM read_parquet(?) ORDER BY 1",
    values: [path],
  };
}

export function writeFacts(sources: string[], month: string | null, target: string): Statement {
  const within =
    month === null ? '' : "WHERE hour >= ?::TIMESTAMP AND hour < ?::TIMESTAMP + INTERVAL '1 month'";
  return {
    sql: `COPY (SELECT ${COLUMNS_STORED} FROM ${WITH_ADS} ${within}
  ORDER BY advertiser_id, hour, line_id, country, package_id) TO ${literal(target)} ${WRITE_PARQUET}`,
    values: [sources, ...(month === null ? [] : [`${month}-01`, `${month}-01`])],
  };
}

/** `conversions_in` has text columns named as in `ConversionFact`. Conversions have no country. */
export function writeConversions(target: string): Statement {
  return {
    sql: `COPY (
  SELECT hour::TIMESTAMP AS hour, "advertiserId" AS advertiser_id, "campaignId" AS campaign_id, "lineId" AS line_id,
    "packageId" AS package_id, NULL::VARCHAR AS country, 0::BIGINT AS impressions, 0::BIGINT AS clicks,
    0::DECIMAL(18,6) AS spend, 0::BIGINT AS qualified_bid_requests, 0::BIGINT AS bid_responses,
    0::BIGINT AS available_bid_requests, conversions::BIGINT AS conversions,
    "conversionValue"::DECIMAL(38,6) AS conversion_value, "valueCurrency" AS value_currency, "adId" AS ad_id
  FROM conversions_in ORDER BY advertiser_id, hour, line_id) TO ${literal(target)} ${WRITE_PARQUET}`,
  };
}

export function describe(path: string): Statement {
  return {
    sql: `SELECT count(*) AS rows, strftime(min(hour), '%Y-%m-%dT%H:%M:%SZ') AS "minHour",
  strftime(max(hour), '%Y-%m-%dT%H:%M:%SZ') AS "maxHour" FROM read_parquet(?)`,
    values: [path],
  };
}

export function lastHours(path: string): Statement {
  return {
    sql: `SELECT advertiser_id AS "advertiserId", strftime(max(hour), '%Y-%m-%dT%H:%M:%SZ') AS "lastHour"
FROM read_parquet(?) GROUP BY ALL`,
    values: [path],
  };
}

function hourOf(column: string): string {
  return `try_cast(left(${column}, 13) || ':00:00' AS TIMESTAMP)`;
}

/**
 * Accepts digits only: a value that prints differently than it was read had a sign, a fraction, an exponent
 * or a blank.
 */
function integer(column: FactColumn, min: number, max: number): string {
  const value = `try_cast("${column}" AS BIGINT)`;
  return `coalesce(${value} BETWEEN ${min} AND ${max} AND ${value}::VARCHAR = "${column}", false)`;
}
