import type { FactKind } from '../columns.ts';
import type { Statement } from '../engine.ts';
import { WITH_ADS } from './facts.ts';
import { literal } from './literal.ts';

const KEYS = `advertiser_id, campaign_id, line_id, coalesce(ad_id, 0) AS ad_id,
    coalesce(package_id, 0) AS package_id`;
/** Hours are integers from here on. Sums start with the first hour of the file. */
const HOUR = '(epoch_us(hour) // 3600000000)::INTEGER';

// Lists as text, because rows with texts are sorted in half the time of rows with arrays. All lists of a row are of the
// same facts in the same order.
const LISTS = ['hour_at', 'impressions', 'clicks', 'spend_usd'].map((column) => `string_agg(${column}, ',')`);

const WRITTEN: Readonly<Record<FactKind, string>> = {
  delivery: `SELECT ${KEYS}, coalesce(country, '') AS country, ${LISTS.join(', ')}
    FROM (SELECT *, ${HOUR} AS hour_at, spend::DECIMAL(18,6) AS spend_usd FROM facts) GROUP BY ALL
    ORDER BY line_id, campaign_id, advertiser_id`,
  conversion: `SELECT ${KEYS}, ${HOUR} AS hour_at, coalesce(value_currency, '') AS value_currency,
    sum(conversions)::BIGINT AS conversions, sum(conversion_value)::DECIMAL(38,6) AS value FROM facts GROUP BY ALL
    ORDER BY line_id, hour_at`,
};
const DELIMITER: Readonly<Record<FactKind, string>> = { delivery: '\t', conversion: ',' };

/**
 * Writes every `of`th part of a file's facts as text, line by line, so that each part needs a bounded
 * amount of memory.
 */
export function rollUp(
  path: string,
  kind: FactKind,
  { target, part, of }: { target: string; part: number; of: number },
): Statement {
  return {
    sql: `COPY (
  WITH facts AS (SELECT * FROM ${WITH_ADS} WHERE ${of} = 1 OR hash(line_id) % ${of} = ${part})
  ${WRITTEN[kind]}
) TO ${literal(target)} (FORMAT csv, HEADER false, DELIMITER '${DELIMITER[kind]}', QUOTE '', ESCAPE '')`,
    values: [path],
  };
}
