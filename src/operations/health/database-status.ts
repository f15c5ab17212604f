import { connect, type Server } from '../../platform/database/connection/direct-server.ts';
import { migrationsDir } from '../../platform/database/migration/migration-files.ts';
import { type MigrationState, readState } from '../../platform/database/migration/migration-state.ts';
import { version } from '../../platform/process/version.ts';

interface DatabaseStatus {
  /** The version of the running package. */
  readonly version: string;
  readonly state: 'empty' | 'current' | 'older' | 'newer' | 'failed';
  readonly postgres: string;
  readonly bytes: number;
  readonly applied: number;
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
  readonly failed?: string | undefined;
}

/** Returns how the database compares with this version. Does not change anything. For operators. */
export async function databaseStatus(server: Server): Promise<DatabaseStatus> {
  const client = await connect(server);
  try {
    const found = await readState(client, migrationsDir);
    const { rows } = await client.query<{ postgres: string; bytes: number }>(
      `SELECT current_setting('server_version') AS postgres, pg_database_size(current_database())::float8 AS bytes`,
    );
    const { postgres = '', bytes = 0 } = rows[0] ?? {};
    const { applied, pending, unknown, failed } = found;
    return {
      ...{ version: await version(), state: stateOf(found), postgres, bytes },
      ...{ applied: applied.length, pending, unknown, failed },
    };
  } finally {
    await client.end();
  }
}

function stateOf({ isEmpty, pending, unknown, failed }: MigrationState) {
  if (failed !== undefined) return 'failed';
  if (isEmpty) return 'empty';
  if (unknown.length > 0) return 'newer';
  return pending.length > 0 ? 'older' : 'current';
}
