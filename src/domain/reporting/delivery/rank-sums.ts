import { isKeyOf } from '../../../platform/text/typed.ts';
import { SPAN_HOURS } from '../../../warehouse/delivery/spans.ts';
import type { DeliveryQuery } from './delivery-query.ts';
import type { Level } from './levels.ts';
import { type Metric, measuresOfMetric } from './metrics.ts';
import {
  betweenBorders,
  bordersOf,
  CONVERSIONS,
  dateOf,
  dayOf,
  daysSql,
  HOURS,
  SPAN_METRICS,
  stepsSql,
  type Values,
} from './sql.ts';

/** What an advertiser's facts are summed by, and how the sums (`m`) are joined to a row. */
export const SUMS = {
  Advertiser: { by: ['advertiser_id'], of: 'm.advertiser_id = n.id' },
  Campaign: { by: ['campaign_id'], of: 'm.campaign_id = n.id' },
  Line: { by: ['line_id'], of: 'm.line_id = n.id' },
  Ad: { by: ['ad_id', 'line_id'], of: 'm.ad_id = n.id AND m.line_id = n.line_id' },
} as const satisfies Record<Level, object>;

/** Of values, in US dollars. */
const VALUE = `CASE d.value_currency WHEN '' THEN 0 WHEN 'USD' THEN d.conversion_value
    ELSE d.conversion_value * usd_per_unit(d.value_currency, ${dateOf(dayOf('d.hour'))})::numeric END`;

/**
 * SQL: the sums of the measures that a metric needs. They are computed per advertiser, because the rows of one fit into
 * the processor's cache and those of a seat do not. Rows of `delivery_span` that lie completely in the range are read
 * separately, because an index alone answers them; of the rows at its start and end only a part counts.
 */
export function sumsSql(
  level: Level,
  { metric, query: { range, timezone } }: { readonly metric: Metric; readonly query: DeliveryQuery },
  { seat, now, values }: { seat: string; now: Date; values: Values },
): string {
  const measures = measuresOfMetric(metric);
  const keys = SUMS[level].by.join(', ');
  const branch = (from: string, is: string, value: (column: string) => string) =>
    `SELECT ${[keys, ...measures.map(({ column }) => `${value(column)} AS ${column}`)].join(', ')}
    FROM ${from} WHERE d.advertiser_id = a.id AND ${is}`;
  const ofSpan = (value: (metric: keyof typeof SPAN_METRICS) => string) => (column: string) =>
    isKeyOf(SPAN_METRICS, column) ? value(column) : '0';
  // Integers are summed faster than decimals.
  const sumOf = (column: string) => (column === 'spend' ? 'sum(spend) * 0.000001' : `sum(${column})`);
  const spans = level === 'Ad' ? 'd.ad_id > 0' : 'd.ad_id < 0';
  const part = (is: string) =>
    branch(
      `delivery_span d CROSS JOIN LATERAL (${bordersOf('p')}) h`,
      `${spans} AND ${is} AND h.until > h.since`,
      ofSpan(betweenBorders),
    );
  const branches = [
    branch(
      'delivery_span d',
      `${spans} AND d.first_hour BETWEEN p.since AND p.until - 1 AND d.last_hour < p.until`,
      ofSpan((column) => `d.${column}`),
    ),
    part(`d.first_hour BETWEEN p.since - ${SPAN_HOURS - 1} AND p.since - 1 AND d.last_hour >= p.since`),
    part(
      `d.first_hour BETWEEN greatest(p.since, p.until - ${SPAN_HOURS - 1}) AND p.until - 1 AND d.last_hour >= p.until`,
    ),
    branch(
      `${CONVERSIONS} d`,
      `${level === 'Ad' ? 'd.ad_id > 0 AND' : ''} d.hour >= p.since AND d.hour < p.until`,
      (column) => (column === 'conversion_value' ? VALUE : column === 'conversions' ? 'd.conversions' : '0'),
    ),
  ];
  const zones =
    timezone === null
      ? `SELECT DISTINCT timezone AS zone FROM advertiser WHERE seat_id = ${seat}`
      : `SELECT ${values.bind(timezone, 'text')} AS zone`;
  return `p AS MATERIALIZED (
  SELECT z.zone, ${HOURS} FROM (${zones}) z
    CROSS JOIN LATERAL (${daysSql(range, { zone: 'z.zone', now, values })}) r
    CROSS JOIN LATERAL (${stepsSql(null, 'z.zone')}) b
), sums AS (
  SELECT a.id AS of_advertiser, f.* FROM advertiser a JOIN p ON ${timezone === null ? 'p.zone = a.timezone' : 'true'} CROSS JOIN LATERAL (
    SELECT ${keys}, ${measures.map(({ name, column }) => `${sumOf(column)} AS "${name}"`).join(', ')}
    FROM (${branches.join('\nUNION ALL\n')}) d GROUP BY ${keys} OFFSET 0) f
  WHERE a.seat_id = ${seat}
)`;
}
