import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import { longQuery } from '../../platform/database/connection/long-query.ts';
import type { FactFile } from '../catalogue.ts';
import { SPAN_COLUMNS, spansOf } from './spans.ts';

/** The columns that `Dialect.rollUp` writes for conversions. */
const CONVERSION_COLUMNS = [
  'file, advertiser_id, campaign_id, line_id, ad_id, package_id, hour',
  'value_currency, conversions, conversion_value',
].join(', ');

const LOCK = 0x64656c69;
const LINE_DAYS_MS = 600_000;

interface Listed {
  readonly file: Pick<FactFile, 'kind' | 'minHour' | 'maxHour'>;
  /** The number of the file, which its rows refer to. */
  readonly number: number;
  /** Paths of the text that `Dialect.rollUp` wrote for it. */
  readonly paths: readonly string[];
}

/** Copies a file's facts to the delivery tables, in the transaction that lists the file. */
export async function addDelivery(client: PoolClient, { file, number, paths }: Listed): Promise<void> {
  const { kind, minHour, maxHour } = file;
  for (const filePath of paths) {
    const [rows, copy] =
      kind === 'delivery'
        ? [
            spansOf(createReadStream(filePath, { highWaterMark: 1 << 20 }), {
              file: number,
              minHour,
              maxHour,
            }),
            `COPY delivery_span (${SPAN_COLUMNS}) FROM STDIN (FORMAT binary)`,
          ]
        : [
            conversionsOf(filePath, number),
            `COPY delivery_conversion (${CONVERSION_COLUMNS}) FROM STDIN (FORMAT csv, FORCE_NOT_NULL (value_currency))`,
          ];
    await pipeline(Readable.from(rows, { objectMode: false }), client.query(from(copy)));
  }
}

/**
 * Sums what lines spent by day for the files that the transaction lists. A deferred trigger would do so during the
 * COMMIT, which may not take longer than any other statement.
 */
export async function addLineDays(client: PoolClient): Promise<void> {
  await client.query(`SET LOCAL statement_timeout = ${LINE_DAYS_MS}`);
  await longQuery(client, {
    text: 'SET CONSTRAINTS "fact_file_brings_days" IMMEDIATE',
    ms: LINE_DAYS_MS + 5_000,
  });
  await client.query('SET CONSTRAINTS "fact_file_brings_days" DEFERRED; RESET statement_timeout');
}

async function* conversionsOf(filePath: string, number: number): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(filePath) }))
    yield `${number},${line}\n`;
}

/** Takes a lock, so that only one process at a time rebuilds delivery or replaces files. */
export async function lockDelivery(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
}
