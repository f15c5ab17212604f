import type { Pool } from 'pg';
import type { Config } from '../../config.ts';
import { readInstallation } from '../../platform/database/migration/installation.ts';
import { seal, unseal } from '../../platform/keys/crypto.ts';
import { keyFile } from '../../platform/keys/master-key.ts';
import { SettingError } from '../../platform/settings/setting-error.ts';

const TEXT = 'This text opens with the master key of the database.';
const PURPOSE = 'canary';

interface Keyed {
  readonly pool: Pick<Pool, 'query'>;
  readonly masterKey: Buffer;
  /** Where the key is from, for messages. */
  readonly config?: Pick<Config, 'masterKey' | 'dataDir'>;
}

/** Whether a process has noted with which key the database was set up. */
export const isSetUp = async (pool: Keyed['pool']): Promise<boolean> =>
  (await readInstallation(pool)).canary !== null;

/** Whether secrets of the database open with this key; true where there are none yet. */
export async function masterKeyFits({ pool, masterKey }: Keyed): Promise<boolean> {
  const { id, canary } = await readInstallation(pool);
  if (canary) return opens(canary, { masterKey, purpose: PURPOSE, owner: id });
  // A database from before there was a canary: the secret of a client tells as well.
  const { rows } = await pool.query<{ id: string; secret: Buffer }>(
    'SELECT id, secret FROM api_client ORDER BY created_at DESC LIMIT 1',
  );
  const [client] = rows;
  return !client || opens(client.secret, { masterKey, purpose: 'client-secret', owner: client.id });
}

/**
 * Fails with a SettingError when the database was set up with another key: tokens could not be signed and
 * secrets not be checked. The first process to open a database leaves a sealed text to tell by.
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

/** A text that opens with the key, in place of the one before. */
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
