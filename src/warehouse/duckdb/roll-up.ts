import type { FactKind } from '../columns.ts';
import type { Statement } from '../engine.ts';
import { WITH_ADS } from './facts.ts';
import { literal } from './literal.ts';

/** What each kind of facts sums, in the order of the columns of `delivery_day`. */
const SUMS = {
  impressions: { kind: 'delivery', sql: 'impressions' },
  clicks: { kind: 'delivery', sql: 'clicks' },
  spend: { kind: 'delivery', sql: '(spend::DECIMAL(24,6) * 1000000)::BIGINT' },
  conversions: { kind: 'conversion', sql: 'conversions' },
  conversion_value: { kind: 'conversion', sql: 'conversion_value' },
} as const;
type Sum = keyof typeof SUMS;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Facts by UTC day as text for COPY, then the days by line: sums of the day, then its running totals hour by hour. */
export function rollUp(path: string, kind: FactKind, target: string): Statement {
  const names = Object.keys(SUMS) as Sum[];
  const own = names.filter((name) => SUMS[name].kind === kind);
  const values = own.map((name) => `${SUMS[name].sql} AS ${name}`);
  const days = own.flatMap((name) => HOURS.map((hour) => `${until(name, hour)} AS ${name}_${hour}`));
  const lines = own.flatMap((name) => HOURS.map((hour) => `sum(${name}_${hour}) AS ${name}_${hour}`));
  const sums = names.map((name) => (own.includes(name) ? `${name}_23::VARCHAR` : `'0'`));
  const totals = names.map((name) =>
    own.includes(name)
      ? `'{' || concat_ws(',', ${HOURS.map((hour) => `${name}_${hour}`).join(', ')}) || '}'`
      : "''",
  );
  return {
    sql: `COPY (
  WITH days AS MATERIALIZED (
    SELECT line_id, day, advertiser_id, campaign_id, ad_id, package_id, country, value_currency,
      bit_or(1::INTEGER << hour_of_day) AS hours, ${days.join(', ')}
    FROM (
      SELECT line_id, hour::DATE AS day, hour(hour)::INTEGER AS hour_of_day, advertiser_id, campaign_id,
        coalesce(ad_id, 0) AS ad_id, coalesce(package_id, 0) AS package_id,
        coalesce(country, '') AS country, coalesce(value_currency, '') AS value_currency, ${values.join(', ')}
      FROM ${WITH_ADS}
    ) GROUP BY ALL
  )
  SELECT by_line, line_id, day, advertiser_id, campaign_id, ad_id, package_id, country, value_currency, hours,
    ${[...sums, ...totals].join(', ')}
  FROM (
    SELECT 0 AS by_line, * FROM days
    UNION ALL
    SELECT 1, line_id, day, advertiser_id, campaign_id, 0, 0, '', value_currency, bit_or(hours), ${lines.join(', ')}
    FROM days GROUP BY ALL
  ) ORDER BY by_line, line_id, day
) TO ${literal(target)} (FORMAT csv, HEADER false, DELIMITER '\t', QUOTE '', ESCAPE '')`,
    values: [path],
  };
}

const until = (name: Sum, hour: number) =>
  hour === 23 ? `sum(${name})` : `coalesce(sum(${name}) FILTER (hour_of_day <= ${hour}), 0)`;
