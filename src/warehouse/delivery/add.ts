import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import type { FactFile } from '../catalogue.ts';
import { SPAN_COLUMNS, spansOf } from './spans.ts';

/** The columns that `Dialect.rollUp` writes for conversions. */
const CONVERSION_COLUMNS = [
  'file, advertiser_id, campaign_id, line_id, ad_id, package_id, hour',
  'value_currency, conversions, conversion_value',
].join(', ');

const LOCK = 0x64656c69;

interface Listed {
  readonly file: Pick<FactFile, 'kind' | 'minHour' | 'maxHour'>;
  /** The number of the file, which its rows refer to. */
  readonly number: number;
  /** Paths of the text that `Dialect.rollUp` wrote for it. */
  readonly places: readonly string[];
}

/** Copies a file's facts to the delivery tables, in the transaction that lists the file. */
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

/** Takes a lock, so that only one process at a time rebuilds delivery or replaces files. */
export async function lockDelivery(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
}
