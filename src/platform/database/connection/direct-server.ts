import pg from 'pg';
import { NETWORK_REASONS } from '../../log/network-reasons.ts';
import { SettingError } from '../../settings/setting-error.ts';

const OLDEST_MAJOR = 15;
const WAIT_TIMEOUT_MS = 10_000;

/** Why a connection failed, by the error code of PostgreSQL or the system. */
const REASONS: Readonly<Record<string, string>> = {
  ...NETWORK_REASONS,
  ECONNRESET: 'the connection was closed; it may not be a PostgreSQL',
  '28P01': 'the password is wrong, or the user unknown',
  '28000': 'the server does not admit this user from here',
  '3D000': 'the server has no such database',
  '53300': 'the server has no connection left',
  '57P03': 'the server is starting up or shutting down',
};

/** A database server, and the setting that contains its address. */
export interface Server {
  readonly url: string;
  /** Default: `DATABASE_URL`. */
  readonly setting?: string;
}

/**
 * Returns the server for work that depends on session state, which a pooler would share with other clients.
 */
export const directServer = (config: { databaseDirectUrl?: string | undefined }, url: string): Server =>
  config.databaseDirectUrl === undefined
    ? { url }
    : { url: config.databaseDirectUrl, setting: 'FLIGHTLINE_DATABASE_DIRECT_URL' };

/** Opens a connection for work before the pool exists. Throws SettingError with a one-sentence reason. */
export async function connect({ url, setting = 'DATABASE_URL' }: Server): Promise<pg.Client> {
  const client = clientFor(url, setting);
  try {
    await client.connect();
  } catch (error) {
    throw new SettingError(setting, `cannot connect to ${placeOf(url)}: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
  try {
    await refuseUnfit(client, setting);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

function clientFor(url: string, setting: string): pg.Client {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: WAIT_TIMEOUT_MS });
    // The pending statement reports the error.
    return client.on('error', () => undefined);
  } catch (error) {
    // An unreadable certificate file of `sslrootcert` fails here.
    throw new SettingError(setting, `${reasonOf(error)}.`, { cause: error });
  }
}

async function refuseUnfit(client: pg.Client, setting: string): Promise<void> {
  const { rows } = await client.query<{ version: number; creates: boolean | null }>(
    `SELECT current_setting('server_version_num')::int AS version,
       has_schema_privilege(current_schema(), 'CREATE') AS creates`,
  );
  const [found] = rows;
  const major = Math.floor((found?.version ?? 0) / 10_000);
  if (major < OLDEST_MAJOR)
    throw new SettingError(setting, `the server is PostgreSQL ${major}; ${OLDEST_MAJOR} or newer is needed.`);
  if (!found?.creates)
    throw new SettingError(setting, 'the user may not create tables in the database’s schema.');
}

/** Returns host, port and database, never the password. */
function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`;
}

function reasonOf(error: unknown): string {
  const { code, message, errors } = error as { code?: string; message?: string; errors?: unknown[] };
  const known = REASONS[code ?? ''];
  if (known) return known;
  // For a name with several addresses, each of them has failed.
  if (errors?.length) return reasonOf(errors[0]);
  if (/timeout/.test(message ?? '')) return `no answer within ${WAIT_TIMEOUT_MS / 1000} seconds`;
  return (message ?? code ?? 'unknown reason').split('\n', 1).join().replace(/\.$/, '');
}
