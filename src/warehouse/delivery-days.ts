import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import { publishOn } from '../domain/live/publish.ts';

/** The live channel on which new facts are told; the payload is the list of their advertisers' ids. */
export const DELIVERY = 'delivery';

const KEYS = [
  'line_id',
  'day',
  'advertiser_id',
  'campaign_id',
  'ad_id',
  'package_id',
  'country',
  'value_currency',
];
const SUMS = ['impressions', 'clicks', 'spend', 'conversions', 'conversion_value'];
const TOTALS = SUMS.map((name) => `${name}_until`);
const COLUMNS = [...KEYS, 'hours', ...SUMS, ...TOTALS].join(', ');

const LOCK = 0x64656c69;

const ADD = `INSERT INTO delivery_day (${COLUMNS}) SELECT ${COLUMNS} FROM delivery_day_in
  ON CONFLICT (${KEYS.join(', ')}) DO UPDATE SET hours = delivery_day.hours | excluded.hours,
  ${[
    ...SUMS.map((name) => `${name} = delivery_day.${name} + excluded.${name}`),
    ...TOTALS.map((name) => `${name} = sum_of_totals(delivery_day.${name}, excluded.${name})`),
  ].join(', ')}`;

/** Adds days that `Dialect.rollUp` wrote, within the transaction that lists their files. */
export async function addDays(client: PoolClient, places: readonly string[]): Promise<void> {
  await lockDays(client);
  await client.query('CREATE TEMP TABLE delivery_day_in (LIKE delivery_day) ON COMMIT DROP');
  for (const place of places) {
    const copy = client.query(
      from(`COPY delivery_day_in (${COLUMNS}) FROM STDIN (FORMAT csv, DELIMITER '\t', QUOTE E'\\x01',
        FORCE_NOT_NULL (country, value_currency))`),
    );
    await pipeline(createReadStream(place), copy);
    await client.query(ADD);
    await client.query('TRUNCATE delivery_day_in');
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
