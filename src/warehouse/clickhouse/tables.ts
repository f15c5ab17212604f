import type { Pool } from 'pg';
import { readInstallation } from '../../platform/database/migration/installation.ts';
import { SettingError } from '../../platform/settings/setting-error.ts';
import { EngineLimitError } from '../engine.ts';
import { type ClickHouse, ClickHouseQueryError, ClickHouseUnavailableError } from './clickhouse.ts';

const SETTING = 'FLIGHTLINE_WAREHOUSE_URL';

/** The columns of a facts file with their types in ClickHouse. */
export const FACT_COLUMNS = {
  hour: "DateTime64(0, 'UTC')",
  advertiser_id: 'Int32',
  campaign_id: 'Int32',
  line_id: 'Int32',
  package_id: 'Nullable(Int32)',
  country: 'LowCardinality(Nullable(String))',
  impressions: 'Int64',
  clicks: 'Int64',
  spend: 'Decimal(18, 6)',
  qualified_bid_requests: 'Int64',
  bid_responses: 'Int64',
  available_bid_requests: 'Int64',
  conversions: 'Int64',
  conversion_value: 'Decimal(38, 6)',
  value_currency: 'LowCardinality(Nullable(String))',
  ad_id: 'Nullable(Int32)',
} as const;

/**
 * Each attempt to copy a file is a separate batch. It begins with a row of `fact_copy` that is not done,
 * and counts only once a second row is. So neither a crash nor two concurrent processes make a fact count
 * twice.
 */
const TABLES = {
  fact: `(batch LowCardinality(String), ${Object.entries(FACT_COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')}) ENGINE = MergeTree PARTITION BY toYYYYMM(hour) ORDER BY (advertiser_id, hour, line_id)`,
  fact_copy:
    "(file String, batch String, done Bool, at DateTime64(3, 'UTC')) ENGINE = MergeTree ORDER BY (file, batch)",
  fact_owner: '(id String) ENGINE = MergeTree ORDER BY id',
} as const;

/** Creates the missing tables. */
export async function createTables(clickHouse: ClickHouse): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES))
    await clickHouse.run({ sql: `CREATE TABLE IF NOT EXISTS ${name} ${definition}` });
}

/** Drops the copy. The database remains claimed by this installation. */
export async function dropCopy(clickHouse: ClickHouse): Promise<void> {
  for (const name of ['fact_copy', 'fact'])
    await clickHouse.run({ sql: `DROP TABLE IF EXISTS ${name} SYNC` });
}

/**
 * Checks that the database belongs to this installation. Claims one that belongs to none. Throws
 * SettingError otherwise, and if the server cannot be used.
 */
export async function claimCopy({ clickHouse, pool }: { clickHouse: ClickHouse; pool: Pool }): Promise<void> {
  const { id } = await readInstallation(pool);
  try {
    await createTables(clickHouse);
    const owners = () => clickHouse.rows({ sql: 'SELECT DISTINCT id FROM fact_owner' });
    if ((await owners()).length === 0)
      await clickHouse.run({ sql: 'INSERT INTO fact_owner SELECT {id:String}', params: { id } });
    if ((await owners()).every((owner) => owner.id === id)) return;
  } catch (error) {
    if (!isOfServer(error)) throw error;
    throw new SettingError(SETTING, `cannot use ${clickHouse.location}: ${error.message}.`, { cause: error });
  }
  throw new SettingError(
    SETTING,
    `${clickHouse.location} holds the facts of another installation; name a database that is empty.`,
  );
}

const isOfServer = (error: unknown): error is Error =>
  error instanceof ClickHouseUnavailableError ||
  error instanceof ClickHouseQueryError ||
  error instanceof EngineLimitError;
