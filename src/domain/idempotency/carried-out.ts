import { type Db, sql } from '../../db/client.ts';
import { ConflictError } from '../errors.ts';

/** A key that this request holds until it stores a response or releases the key. */
export interface HeldKey {
  readonly clientId: string;
  readonly key: string;
  readonly startedAt: Date;
}

/** The request is worth repeating soon: it is then answered as the one that runs. */
export const stillRunning = (): ConflictError =>
  new ConflictError('A request with the same Idempotency-Key is still running.', 1);

/**
 * Records, in the transaction of a write, that the request was carried out. Whatever happens to the process
 * or the response, it is not run again. Throws ConflictError if another request has taken over the key.
 */
export async function markCarriedOut(db: Db, { clientId, key, startedAt }: HeldKey): Promise<void> {
  const marked = await sql(db)`UPDATE idempotency_record SET carried_out = true
    WHERE client_id = ${clientId} AND key = ${key} AND started_at = ${startedAt} RETURNING key`;
  if (marked.length === 0) throw stillRunning();
}

const secret = new WeakSet<HeldKey>();

/** For a write whose response contains a secret: the response is encrypted while it is kept for replays. */
export function sealAnswer(held: HeldKey | undefined): void {
  if (held) secret.add(held);
}

export const isSealed = (held: HeldKey): boolean => secret.has(held);
