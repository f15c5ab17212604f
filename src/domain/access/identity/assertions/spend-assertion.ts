import { sha256 } from '../../../../platform/keys/crypto.ts';
import type { System } from '../../../context.ts';
import type { Assertion } from './assertion.ts';

/**
 * Marks an assertion as used. Returns false if it was used before; in the events realm, also if its `jti` was. The
 * primary key decides in one statement, so the result is exact under concurrency, across processes and after a crash.
 */
export async function spendAssertion(
  system: System,
  assertion: Assertion,
  { singleUseJti }: { readonly singleUseJti: boolean },
): Promise<boolean> {
  const keys = [assertionKey(assertion)];
  if (singleUseJti && assertion.jti)
    keys.push(sha256('jti', assertion.clientId, assertion.jti.toLowerCase()));
  const { rowCount } = await system.pool.query(
    `INSERT INTO spent_assertion (key, expires_at)
     SELECT key, $2 FROM unnest($1::bytea[]) AS spent (key) ON CONFLICT DO NOTHING`,
    [keys, new Date(assertion.expiresAt * 1000)],
  );
  return rowCount === keys.length;
}

/** The key that identifies an assertion: a hash of all its bytes. */
export const assertionKey = ({ signingInput, signature }: Assertion): Buffer<ArrayBuffer> =>
  sha256('assertion', signingInput, signature);
