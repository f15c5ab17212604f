import type { Pool } from 'pg';
import { isUndefinedTable } from '../../../platform/database/errors.ts';
import { readInstallation } from '../../../platform/database/migration/installation.ts';
import { currentKey, setKeyRing, unseal } from '../../../platform/keys/crypto.ts';

const PURPOSE = 'master-key';

interface Keyed {
  readonly pool: Pick<Pool, 'query'>;
  readonly masterKey: Buffer;
}

/** A rotation of the master key that is in progress. */
export interface Rotation {
  readonly phase: number;
  readonly next: Buffer;
  readonly previous: Buffer;
}

/** Returns the options for encrypting a key with another one. The owner is the installation. */
export const keySealing = (masterKey: Buffer, installationId: string) => ({
  ...{ masterKey, purpose: PURPOSE, owner: installationId },
});

/** Returns the rotation in progress, if the key is one of its two. */
export async function readRotation({ pool, masterKey }: Keyed): Promise<Rotation | undefined> {
  const { rows } = await pool.query<{ phase: number; next: Buffer; previous: Buffer }>(
    'SELECT phase, next_key AS next, previous_key AS previous FROM master_key_rotation',
  );
  const [row] = rows;
  if (!row) return undefined;
  const { id } = await readInstallation(pool);
  const key = Buffer.from(masterKey);
  const next = opened(row.next, key, id);
  if (next) return { phase: row.phase, next, previous: key };
  const previous = opened(row.previous, key, id);
  return previous && { phase: row.phase, next: key, previous };
}

/** A copy of the key, because the original may have a key ring. */
function opened(sealed: Buffer, key: Buffer, installationId: string): Buffer | undefined {
  try {
    return Buffer.from(unseal(sealed, keySealing(key, installationId)), 'base64');
  } catch {
    return undefined;
  }
}

/**
 * Lets the process decrypt with other keys of the installation: those of a rotation in progress, and
 * retired ones. Does nothing on a database of an older version.
 */
export async function loadKeyRing({ pool, masterKey }: Keyed): Promise<void> {
  try {
    const key = currentKey(masterKey);
    const rotation = await readRotation({ pool, masterKey: key });
    const [current, others] = rotation ? keysOf(rotation) : [Buffer.from(key), []];
    setKeyRing(masterKey, { current, others, retired: await readRetired(pool, [current, ...others]) });
  } catch (error) {
    if (!isUndefinedTable(error)) throw error;
  }
}

const keysOf = ({ phase, next, previous }: Rotation): [Buffer, Buffer[]] =>
  phase < 2 ? [previous, [next]] : [next, [previous]];

/** Skips keys that belong to other master keys. */
async function readRetired(
  pool: Keyed['pool'],
  keys: readonly Buffer[],
): Promise<ReadonlyMap<string, readonly Buffer[]>> {
  const { rows } = await pool.query<{ purpose: string; key: Buffer }>(
    'SELECT purpose, key FROM retired_key WHERE until > now()',
  );
  const retired = new Map<string, Buffer[]>();
  if (rows.length === 0) return retired;
  const { id } = await readInstallation(pool);
  for (const { purpose, key: sealed } of rows) {
    const found = keys.map((key) => opened(sealed, Buffer.from(key), id)).find((key) => key !== undefined);
    if (found) retired.set(purpose, [...(retired.get(purpose) ?? []), found]);
  }
  return retired;
}
