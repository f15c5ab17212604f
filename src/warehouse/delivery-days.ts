import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import { publishOn } from '../domain/live/publish.ts';

/** The live channel on which new facts are told; the payload is the list of their advertisers' ids. */
export const DELIVERY = 'delivery';

const SUMS = ['impressions', 'clicks', 'spend', 'conversions', 'conversion_value'];
const TOTALS = SUMS.map((name) => `${name}_until`);
const LINE_KEYS = ['line_id', 'day', 'advertiser_id', 'campaign_id', 'value_currency'];
const DAY_KEYS = [...LINE_KEYS, 'ad_id', 'package_id', 'country'];
/** As `Dialect.rollUp` writes them. */
const COPIED = [
  'by_line, line_id, day, advertiser_id, campaign_id, ad_id, package_id, country, value_currency, hours',
  ...SUMS,
  ...TOTALS,
].join(', ');

const LOCK = 0x64656c69;

const adding = (names: readonly string[], table: string) =>
  names.map((name) => `${name} = ${table}.${name} + excluded.${name}`);

/** Adds the rows that were copied to those of `table`. */
function add({ table, keys, byLine }: { table: string; keys: readonly string[]; byLine: 0 | 1 }): string {
  const columns = [...keys, 'hours', ...SUMS, ...TOTALS].join(', ');
  return `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM delivery_in WHERE by_line = ${byLine}
  ON CONFLICT (${keys.join(', ')}) DO UPDATE SET hours = ${table}.hours | excluded.hours,
  ${[
    ...adding(SUMS, table),
    ...TOTALS.map((name) => `${name} = sum_of_totals(${table}.${name}, excluded.${name})`),
  ].join(', ')}`;
}

const ADD_DAYS = add({ table: 'delivery_day', keys: DAY_KEYS, byLine: 0 });
const ADD_LINE_DAYS = add({ table: 'delivery_line_day', keys: LINE_KEYS, byLine: 1 });

/** A value of conversions is exchanged day by day: weeks have none. */
const WEEK_SUMS = ['impressions', 'clicks', 'spend', 'conversions'];

function addWeeks({ table, keys, of }: { table: string; keys: string; of: string }): string {
  return `INSERT INTO ${table} (${[keys, ...WEEK_SUMS].join(', ')})
  SELECT ${keys}, ${WEEK_SUMS.map((name) => `sum(${name})`).join(', ')}
  FROM (SELECT *, day - (extract(isodow FROM day)::int - 1) AS week FROM delivery_in WHERE ${of}) d
  GROUP BY ${keys} ORDER BY ${keys}
  ON CONFLICT (${keys}) DO UPDATE SET ${adding(WEEK_SUMS, table).join(', ')}`;
}

const ADD_LINE_WEEKS = addWeeks({
  table: 'delivery_line_week',
  keys: 'advertiser_id, week, campaign_id, line_id',
  of: 'by_line = 1',
});
const ADD_AD_WEEKS = addWeeks({
  table: 'delivery_ad_week',
  keys: 'advertiser_id, week, line_id, ad_id',
  of: 'by_line = 0 AND ad_id > 0',
});

/**
 * Adds the facts that `Dialect.rollUp` wrote, within the transaction that lists their files. With `hasDays` the days are
 * there already, from a version that had nothing else.
 */
export async function addDays(
  client: PoolClient,
  places: readonly string[],
  { hasDays = false }: { hasDays?: boolean } = {},
): Promise<void> {
  await lockDays(client);
  await client.query(
    'CREATE TEMP TABLE delivery_in (by_line SMALLINT NOT NULL, LIKE delivery_day) ON COMMIT DROP',
  );
  for (const place of places) {
    const copy = client.query(
      from(`COPY delivery_in (${COPIED}) FROM STDIN (FORMAT csv, DELIMITER '\t', QUOTE E'\\x01',
        FORCE_NOT_NULL (country, value_currency))`),
    );
    await pipeline(createReadStream(place), copy);
    if (!hasDays) await client.query(ADD_DAYS);
    await client.query(ADD_LINE_DAYS);
    await client.query(ADD_LINE_WEEKS);
    await client.query(ADD_AD_WEEKS);
    await client.query('TRUNCATE delivery_in');
  }
}

/** Writers of the roll-up take turns: two that meet on the same rows in another order would wait for each other. */
export async function lockDays(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
}

/** Tells who follows the delivery of these advertisers, once the transaction commits. */
export async function tellDelivery(client: PoolClient, advertiserIds: readonly number[]): Promise<void> {
  await publishOn(client, { channel: DELIVERY, payload: advertiserIds });
}
