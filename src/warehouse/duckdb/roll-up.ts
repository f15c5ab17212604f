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

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Facts by UTC day as text for COPY: sums of the day, then its running totals hour by hour. */
export function rollUp(path: string, kind: FactKind, target: string): Statement {
  const sums = Object.entries(SUMS).map(([name, { kind: own }]) =>
    own === kind ? `sum(${name})::VARCHAR` : `'0'`,
  );
  const totals = Object.entries(SUMS).map(([name, { kind: own }]) =>
    own === kind
      ? `'{' || concat_ws(',', ${HOURS.map((hour) => until(name, hour)).join(', ')}) || '}'`
      : "''",
  );
  const values = Object.entries(SUMS).map(([name, { sql }]) => `${sql} AS ${name}`);
  return {
    sql: `COPY (
  SELECT line_id, day, advertiser_id, campaign_id, ad_id, package_id, country, value_currency,
    bit_or(1::INTEGER << hour_of_day) AS hours, ${[...sums, ...totals].join(', ')}
  FROM (
    SELECT line_id, hour::DATE AS day, hour(hour)::INTEGER AS hour_of_day, advertiser_id, campaign_id,
      coalesce(ad_id, 0) AS ad_id, coalesce(package_id, 0) AS package_id,
      coalesce(country, '') AS country, coalesce(value_currency, '') AS value_currency, ${values.join(', ')}
    FROM ${WITH_ADS}
  ) GROUP BY ALL ORDER BY line_id, day
) TO ${literal(target)} (FORMAT csv, HEADER false, DELIMITER '\t', QUOTE '', ESCAPE '')`,
    values: [path],
  };
}

const until = (name: string, hour: number) =>
  hour === 23 ? `sum(${name})` : `coalesce(sum(${name}) FILTER (hour_of_day <= ${hour}), 0)`;
