import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import type { FactFile } from '../catalogue.ts';
import { SPAN_COLUMNS, spansOf } from './spans.ts';

/** As `Dialect.rollUp` writes conversions. */
const CONVERSION_COLUMNS = [
  'file, advertiser_id, campaign_id, line_id, ad_id, package_id, hour',
  'value_currency, conversions, conversion_value',
].join(', ');

const LOCK = 0x64656c69;

interface Listed {
  readonly file: Pick<FactFile, 'kind' | 'minHour' | 'maxHour'>;
  /** Names its rows. */
  readonly number: number;
  /** What `Dialect.rollUp` wrote of it. */
  readonly places: readonly string[];
}

/** Copies a file's facts into the tables of delivery, in the transaction that lists it. */
export async function addDelivery(client: PoolClient, { file, number, places }: Listed): Promise<void> {
  const { kind, minHour, maxHour } = file;
  for (const place of places) {
    const [rows, copy] =
      kind === 'delivery'
        ? [
            spansOf(createReadStream(place, { highWaterMark: 1 << 20 }), { file: number, minHour, maxHour }),
            `COPY delivery_span (${SPAN_COLUMNS}) FROM STDIN (FORMAT binary)`,
          ]
        : [
            conversionsOf(place, number),
            `COPY delivery_conversion (${CONVERSION_COLUMNS}) FROM STDIN (FORMAT csv, FORCE_NOT_NULL (value_currency))`,
          ];
    await pipeline(Readable.from(rows, { objectMode: false }), client.query(from(copy)));
  }
}

async function* conversionsOf(place: string, number: number): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(place) })) yield `${number},${line}\n`;
}

/** Those who rebuild delivery or replace files take turns. */
export async function lockDelivery(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
}
