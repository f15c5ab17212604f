import type { Pool } from 'pg';
import type { Config } from '../../config.ts';
import { findInstallation, readInstallation } from '../../platform/database/migration/installation.ts';
import { seal, unseal } from '../../platform/keys/crypto.ts';
import { keyFile } from '../../platform/keys/master-key.ts';
import { SettingError } from '../../platform/settings/setting-error.ts';

const TEXT = 'This text opens with the master key of the database.';
const PURPOSE = 'canary';

interface Keyed {
  readonly pool: Pick<Pool, 'query'>;
  readonly masterKey: Buffer;
  /** The source of the key, for messages. */
  readonly config?: Pick<Config, 'masterKey' | 'dataDir'>;
}

/** Returns whether a process has recorded with which key the database was set up. A new database remains new. */
export const isSetUp = async (pool: Keyed['pool']): Promise<boolean> =>
  Boolean((await findInstallation(pool))?.canary);

/** Returns whether this key decrypts the secrets of the database. True if there are none yet. A new database remains new. */
export async function masterKeyFits({ pool, masterKey }: Keyed): Promise<boolean> {
  const installation = await findInstallation(pool);
  if (installation?.canary)
    return opens(installation.canary, { masterKey, purpose: PURPOSE, owner: installation.id });
  // A database without a canary, from an earlier version: tries the secret of a client instead.
  const { rows } = await pool.query<{ id: string; secret: Buffer }>(
    'SELECT id, secret FROM api_client ORDER BY created_at DESC LIMIT 1',
  );
  const [client] = rows;
  return !client || opens(client.secret, { masterKey, purpose: 'client-secret', owner: client.id });
}

/**
 * Throws SettingError if the database was set up with another key, because tokens could not be signed nor
 * secrets verified. The first process that opens a database stores an encrypted text for this check.
 */
export async function checkMasterKey(system: Keyed): Promise<void> {
  if (!(await masterKeyFits(system)))
    throw new SettingError(
      'FLIGHTLINE_MASTER_KEY',
      `${sourceOf(system)} is not the key that this database was set up with. ${ONLY_KEY}${await rotationNote(system.pool)}`,
    );
  await leaveCanary(system.pool, system.masterKey);
}

const sourceOf = ({ config }: Keyed): string =>
  config && config.masterKey === undefined ? `that in ${keyFile(config)}` : 'it';

const ONLY_KEY = 'Client secrets and signing keys can only be decrypted with that key.';

async function rotationNote(pool: Keyed['pool']): Promise<string> {
  const { rows } = await pool.query<{ at: Date | null }>('SELECT key_rotated_at AS at FROM operation_state');
  const at = rows[0]?.at;
  return at ? ` It was replaced on ${at.toISOString()}: use the new key.` : '';
}

/** Returns a new encrypted text that replaces the previous one. */
export const sealCanary = (masterKey: Buffer, installationId: string): Buffer<ArrayBuffer> =>
  seal(TEXT, { masterKey, purpose: PURPOSE, owner: installationId });

async function leaveCanary(pool: Keyed['pool'], masterKey: Buffer): Promise<void> {
  const { id, canary } = await readInstallation(pool);
  if (canary) return;
  await pool.query('UPDATE installation SET canary = $1 WHERE canary IS NULL', [sealCanary(masterKey, id)]);
}

function opens(sealed: Buffer, key: Parameters<typeof unseal>[1]): boolean {
  try {
    unseal(sealed, key);
    return true;
  } catch {
    return false;
  }
}
