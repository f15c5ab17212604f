import type { Pool } from 'pg';
import { seal, unseal } from '../../../platform/keys/crypto.ts';

/**
 * Columns that stay encrypted for as long as their row exists. Short-lived values can be decrypted with
 * retired keys.
 */
const SEALED = [
  { table: 'api_client', id: 'id', column: 'secret', purpose: 'client-secret' },
  { table: 'api_client', id: 'id', column: 'previous_secret', purpose: 'client-secret' },
  { table: 'webhook', id: 'id', column: 'secret', purpose: 'webhook-secret' },
  { table: 'webhook', id: 'id', column: 'previous_secret', purpose: 'webhook-secret' },
  { table: 'signing_key', id: 'kid', column: 'private_key', purpose: 'signing-key' },
] as const;

const BATCH = 500;

interface Row {
  readonly owner: string;
  readonly sealed: Buffer;
}

/**
 * Encrypts again everything that only the old key decrypts. Skips what is already encrypted with the new
 * key, so an interrupted run can continue.
 * @returns the number of values
 */
export async function resealAll(
  pool: Pick<Pool, 'query'>,
  keys: { readonly previous: Buffer; readonly next: Buffer },
): Promise<number> {
  let count = 0;
  for (const column of SEALED) count += await resealColumn(pool, keys, column);
  return count;
}

async function resealColumn(
  pool: Pick<Pool, 'query'>,
  keys: { readonly previous: Buffer; readonly next: Buffer },
  { table, id, column, purpose }: (typeof SEALED)[number],
): Promise<number> {
  let count = 0;
  let after = '';
  for (;;) {
    // Read the ID as text, since webhooks have numeric IDs, but are encrypted for their text.
    const { rows } = await pool.query<Row>(
      `SELECT ${id}::text AS owner, ${column} AS sealed FROM ${table}
       WHERE ${column} IS NOT NULL AND ${id}::text > $1 ORDER BY ${id}::text LIMIT ${BATCH}`,
      [after],
    );
    const stale = rows.filter((row) => !opens(row, keys.next, purpose));
    const values = stale.map((row) => ({ ...row, anew: reseal(row, keys, purpose) }));
    const { rowCount } = await pool.query(
      // Do not overwrite a secret that was rotated meanwhile.
      `UPDATE ${table} SET ${column} = v.anew
       FROM unnest($1::text[], $2::bytea[], $3::bytea[]) AS v (owner, sealed, anew)
       WHERE ${table}.${id}::text = v.owner AND ${table}.${column} = v.sealed`,
      [values.map(({ owner }) => owner), values.map(({ sealed }) => sealed), values.map(({ anew }) => anew)],
    );
    count += rowCount ?? 0;
    after = rows.at(-1)?.owner ?? '';
    if (rows.length < BATCH) return count;
  }
}

function opens({ owner, sealed }: Row, masterKey: Buffer, purpose: string): boolean {
  try {
    unseal(sealed, { masterKey, purpose, owner });
    return true;
  } catch {
    return false;
  }
}

function reseal({ owner, sealed }: Row, keys: { previous: Buffer; next: Buffer }, purpose: string): Buffer {
  const plain = unseal(sealed, { masterKey: keys.previous, purpose, owner });
  return seal(plain, { masterKey: keys.next, purpose, owner });
}
