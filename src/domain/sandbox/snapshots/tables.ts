import type { PoolClient } from 'pg';
import { PARTITIONED } from '../../../platform/database/rows/partition-names.ts';
import { quoted, type Table } from '../../../platform/database/rows/tables.ts';

/** Tables that belong to the installation, independent of the sandbox's content. */
const INSTALLATION = [
  ...['_prisma_migrations', 'installation', 'signing_key', 'change_epoch'],
  ...[
    'operation_state',
    'master_key_rotation',
    'retired_key',
    'process',
    'client_usage',
    'client_diagnostic',
  ],
  // A reset or restore must not undo a revocation, or make a used assertion or code valid again.
  ...['revoked_token', 'spent_assertion', 'authorization_code', 'sign_in_code'],
];
/** Tables that a reset does not change: seats with their users and clients, and reference data. */
const PRESERVED = [
  ...['seat', 'account_group', 'app_user', 'seat_member', 'api_client', 'user_quota'],
  ...['category', 'dictionary_entry', 'dictionary_version', 'interest_segment', 'location'],
  ...['site_group', 'supported_site', 'fx_rate', 'sandbox_clock'],
];

interface StoredTable extends Table {
  /** The table's storage parameters for `WITH`; null for the defaults. */
  readonly storage: string | null;
}

/** Returns every table that changes in a sandbox; partitioned tables as a whole. */
export async function changingTables(
  client: PoolClient,
  { withPreserved }: { withPreserved: boolean },
): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `SELECT relname::text AS name, array_agg(attname::text ORDER BY attnum) AS columns,
       array_to_string(reloptions, ', ') AS storage
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> ALL($1) AND NOT (relkind = 'r' AND relname ~ $2)
     GROUP BY relname, reloptions ORDER BY relname`,
    // Excludes detached partitions of days that are about to be dropped.
    [[...INSTALLATION, ...(withPreserved ? [] : PRESERVED)], `^(${PARTITIONED.join('|')})_\\d{8}$`],
  );
  return rows;
}

/** Empties tables, and resets their IDs if requested. */
export async function truncateTables(
  client: PoolClient,
  tables: readonly Table[],
  { restart }: { restart: boolean },
): Promise<void> {
  if (tables.length === 0) return;
  const names = tables.map(({ name }) => quoted(name)).join(', ');
  await client.query(`TRUNCATE ${names} ${restart ? 'RESTART IDENTITY' : ''}`);
}
