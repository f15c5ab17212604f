import type { Db } from '../../db/client.ts';
import { ConflictError } from '../errors.ts';

/** A key that this call holds, until it stores an answer or gives the key back. */
export interface HeldKey {
  readonly clientId: string;
  readonly key: string;
  readonly startedAt: Date;
}

export const STILL_RUNNING = 'A request with the same Idempotency-Key is still running.';

/**
 * Notes within the transaction of a write that the call was carried out: whatever becomes of the process or the
 * answer, it is not run again. Throws ConflictError when another call has taken the key over.
 */
export async function markCarriedOut(db: Db, { clientId, key, startedAt }: HeldKey): Promise<void> {
  const marked = await db.$executeRaw`UPDATE idempotency_record SET carried_out = true
    WHERE client_id = ${clientId} AND key = ${key} AND started_at = ${startedAt}`;
  if (marked === 0) throw new ConflictError(STILL_RUNNING);
}
