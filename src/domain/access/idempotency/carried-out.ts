import type { ClientBase } from 'pg';
import { type Db, sql } from '../../../platform/database/connection/client.ts';
import { ConflictError, type DomainErrorCode, type ValidationIssue } from '../../errors.ts';

/** A key that this request holds until it stores a response or releases the key. */
export interface HeldKey {
  readonly clientId: string;
  readonly key: string;
  readonly startedAt: Date;
}

/** A call with the same key is still running, so the caller can retry soon. */
export const stillRunning = (): ConflictError =>
  new ConflictError('A request with the same Idempotency-Key is still running.', 1);

/** The request was carried out, but its response cannot be returned again. */
export const answerLost = (): ConflictError =>
  new ConflictError(
    'The first request with this Idempotency-Key was carried out, but its response was lost. Read the affected resources to see its result.',
  );

/**
 * Records, in the transaction of a write, that the request was carried out. Whatever happens to the process
 * or the response, it is not run again. Throws ConflictError if another request has taken over the key.
 */
export async function markCarriedOut(db: Db, { clientId, key, startedAt }: HeldKey): Promise<void> {
  const marked = await sql(db)`UPDATE idempotency_record SET carried_out = true
    WHERE client_id = ${clientId} AND key = ${key} AND started_at = ${startedAt} RETURNING key`;
  if (marked.length === 0) throw stillRunning();
}

/**
 * The same for a transaction on a raw connection that may remove all records. Returns a function that puts the record
 * back at its end.
 */
export async function markCarriedOutOn(client: ClientBase, held: HeldKey): Promise<() => Promise<void>> {
  const { clientId, key, startedAt } = held;
  const { rows } = await client.query<{ fingerprint: Buffer; seatId: number | null }>(
    `UPDATE idempotency_record SET carried_out = true WHERE client_id = $1 AND key = $2 AND started_at = $3
     RETURNING fingerprint, seat_id AS "seatId"`,
    [clientId, key, startedAt],
  );
  const [record] = rows;
  if (!record) throw stillRunning();
  return async () => {
    await client.query('DELETE FROM idempotency_record WHERE client_id = $1 AND key = $2', [clientId, key]);
    await client.query(
      `INSERT INTO idempotency_record (client_id, key, started_at, fingerprint, seat_id, carried_out)
       VALUES ($1, $2, $3, $4, $5, true)`,
      [clientId, key, startedAt, record.fingerprint, record.seatId],
    );
  };
}

const secret = new WeakSet<HeldKey>();

/** Marks the response as containing a secret, so that it is encrypted before it is stored for replays. */
export function sealAnswer(held: HeldKey | undefined): void {
  if (held) secret.add(held);
}

export const isSealed = (held: HeldKey): boolean => secret.has(held);

/** A refused item of a mutation, as it is stored. */
export interface WrittenError {
  readonly code: DomainErrorCode;
  readonly message: string;
  readonly issues?: readonly ValidationIssue[];
}

/**
 * The result of one item of a mutation: the ID of its row and the number of recorded changes, or why it was refused.
 */
export type Outcome = { readonly id: number; readonly changes: number } | { readonly error: WrittenError };

/** What a request wrote: the outcomes of its mutations by their response names. */
export interface Written {
  readonly requestId: string;
  readonly fields: Readonly<Record<string, readonly Outcome[]>>;
}

/** Null if a mutation of the request wrote something that cannot be read again. */
const outcomes = new WeakMap<HeldKey, Map<string, readonly Outcome[]> | null>();

/** Records what a mutation wrote, in case the response is too large to be stored. */
export function noteOutcomes(
  held: HeldKey | undefined,
  field: string,
  written: readonly Outcome[] | undefined,
): void {
  if (!held) return;
  const noted = outcomes.get(held) ?? (outcomes.has(held) ? null : new Map<string, readonly Outcome[]>());
  if (written) noted?.set(field, written);
  outcomes.set(held, written ? noted : null);
}

/** Returns what the request wrote, or undefined if some of it cannot be read again. */
export function writtenUnder(held: HeldKey, requestId: string): Written | undefined {
  const noted = isSealed(held) ? undefined : outcomes.get(held);
  return noted ? { requestId, fields: Object.fromEntries(noted) } : undefined;
}
