import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { isLost, isRefused } from '../../../platform/database/errors.ts';
import { repeatIfLost } from '../../../platform/database/transaction/lost-answers.ts';
import { seal, unseal } from '../../../platform/keys/crypto.ts';
import type { DomainContext } from '../../context.ts';
import { ConflictError, ValidationError } from '../../errors.ts';
import { holdsAddress } from '../../events/intake/address.ts';
import {
  answerLost,
  type HeldKey,
  isSealed,
  stillRunning,
  type Written,
  writtenUnder,
} from './carried-out.ts';
import { releaseKey } from './end-calls.ts';
import { countStored } from './share-of-seat.ts';

/** A response as it was sent; a retry with the same key gets it again. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** How long a response is stored for replays. */
const RETENTION_MS = 86_400_000;
/**
 * A call that has run longer than this died with its process. Its key is free again, unless the call was carried out.
 */
const ABANDONED_MS = 120_000;
/** Larger responses are not stored. */
export const MAX_ANSWER_BYTES = 64 * 1024;
const SHAPE = /^[\x21-\x7e]{1,255}$/;

/**
 * Throws ValidationError for a key that is empty, too long, or contains anything but visible ASCII. Keys are stored and
 * shown, so they must not contain an email address.
 */
export function checkKey(key: string): void {
  const path = 'Idempotency-Key';
  if (!SHAPE.test(key))
    throw new ValidationError([{ path, message: `${path} must be 1 to 255 visible ASCII characters.` }]);
  if (holdsAddress(key))
    throw new ValidationError([{ path, message: `${path} must not hold an email address.` }]);
}

/**
 * Claims the key for this call, or returns the stored response if a call with this key was carried out before. Throws
 * ConflictError if the key was used for another request, if its first call is still running, or if that call was
 * carried out but its response is lost.
 */
export async function claimKey(options: {
  ctx: DomainContext;
  key: string;
  /** SHA-256 of the request. */
  fingerprint: Buffer;
}): Promise<{ held: HeldKey } | { answer: StoredAnswer } | { written: Written }> {
  const { ctx, key, fingerprint } = options;
  const { clientId } = ctx.actor;
  // By the clock of the machine: a call that moves the clock of a sandbox by a month is not to expire its own key.
  const startedAt = new Date();
  const ago = (ms: number) => new Date(startedAt.getTime() - ms);
  const held = { clientId, key, startedAt };
  const taking = () =>
    ctx.pool.query(
      `INSERT INTO idempotency_record AS r (client_id, key, fingerprint, started_at, seat_id) VALUES ($1, $2, $3, $4, $7)
     ON CONFLICT (client_id, key) DO UPDATE
     SET fingerprint = EXCLUDED.fingerprint, started_at = EXCLUDED.started_at,
         carried_out = false, status = NULL, headers = NULL, body = NULL, sealed = false, compressed = false,
         written = NULL, seat_id = EXCLUDED.seat_id
     WHERE r.started_at <= $5 OR (r.status IS NULL AND NOT r.carried_out AND r.started_at <= $6)`,
      [clientId, key, fingerprint, startedAt, ago(RETENTION_MS), ago(ABANDONED_MS), ctx.seatId],
    );
  const attempt = () =>
    taking().catch(async (error) => {
      // The key may have been claimed before the error. Without a release, retries would be refused until it counts as
      // abandoned.
      if (!isRefused(error)) await releaseKey({ ctx, held });
      throw error;
    });
  const taken = await attempt().catch((error) => {
    if (!isLost(error)) throw error;
    return attempt();
  });
  if (taken.rowCount === 1) return { held };
  const { rows } = await ctx.pool.query<Row>(
    `SELECT fingerprint, started_at, status, headers, body, sealed, compressed, written
     FROM idempotency_record WHERE client_id = $1 AND key = $2`,
    [clientId, key],
  );
  const [row] = rows;
  if (row && !row.fingerprint.equals(fingerprint))
    throw new ConflictError('The Idempotency-Key was used with another request.');
  // No row: the call that held the key was refused a moment ago and released it.
  if (!row || row.status === null)
    throw row && row.started_at <= ago(ABANDONED_MS) ? answerLost() : stillRunning();
  if (row.written) return { written: row.written };
  const { body: stored } = row;
  // The response was too large, or was deleted to make room for later responses of the seat.
  if (!stored) throw answerLost();
  const open = row.sealed ? Buffer.from(unseal(stored, sealing({ ctx, clientId, key }))) : stored;
  const body = row.compressed ? await decompress(open) : open;
  return { answer: { status: row.status, headers: row.headers ?? {}, body } };
}

/** How a response that contains a secret is encrypted. */
const sealing = ({
  ctx,
  clientId,
  key,
}: { ctx: Pick<DomainContext, 'masterKey'> } & Pick<HeldKey, 'clientId' | 'key'>) => ({
  ...{ masterKey: ctx.masterKey, purpose: 'kept-answer', owner: `${clientId} ${key}` },
});

/** Returns whether the key was used recently, so that this call is a replay or will be refused. */
export async function isKeyInUse({ ctx, key }: { ctx: DomainContext; key: string }): Promise<boolean> {
  const { rowCount } = await ctx.pool.query(
    'SELECT FROM idempotency_record WHERE client_id = $1 AND key = $2 AND started_at > $3',
    [ctx.actor.clientId, key, new Date(ctx.now().getTime() - RETENTION_MS)],
  );
  return rowCount === 1;
}

/**
 * Stores the response of a call that was carried out, for replays. For any other call, releases the key: a refused
 * request may succeed later, and running it again repeats nothing.
 */
export async function storeAnswer(options: {
  ctx: Pick<DomainContext, 'pool' | 'masterKey' | 'seatId' | 'requestId'>;
  held: HeldKey;
  answer: StoredAnswer;
}): Promise<void> {
  const { ctx, held, answer } = options;
  const { clientId, key, startedAt } = held;
  const { body = null, compressed = false, sealed = false, written = null } = await storedForm(options);
  const storing = () =>
    ctx.pool.query(
      `UPDATE idempotency_record
     SET status = $4, headers = $5, body = $6, sealed = $7, compressed = $8, written = $9
     WHERE client_id = $1 AND key = $2 AND started_at = $3 AND carried_out`,
      [
        ...[
          clientId,
          key,
          startedAt,
          answer.status,
          JSON.stringify(answer.headers),
          body,
          sealed,
          compressed,
        ],
        written && JSON.stringify(written),
      ],
    );
  const { rowCount } = await repeatIfLost(storing);
  if (rowCount === 0) return await releaseKey({ ctx, held });
  await countStored(ctx, (body?.length ?? 0) + RECORD_OVERHEAD_BYTES);
}

/** The approximate size of a record without its body. */
const RECORD_OVERHEAD_BYTES = 512;

interface StoredForm {
  readonly body?: Buffer;
  readonly compressed?: boolean;
  readonly sealed?: boolean;
  readonly written?: Written;
}

/**
 * Returns the response itself if it is small, else what was written, else the compressed response. Undefined if it is
 * too large to store.
 */
async function storedForm(options: {
  ctx: Pick<DomainContext, 'masterKey' | 'requestId'>;
  held: HeldKey;
  answer: StoredAnswer;
}): Promise<StoredForm> {
  const { ctx, held, answer } = options;
  const { clientId, key } = held;
  const { body } = answer;
  if (isSealed(held)) {
    const sealed = seal(body.toString(), sealing({ ctx, clientId, key }));
    return sealed.length > MAX_ANSWER_BYTES ? {} : { body: sealed, sealed: true };
  }
  if (body.length <= MAX_ANSWER_BYTES) return { body };
  const written = writtenUnder(held, ctx.requestId);
  if (written) return { written };
  const compressed = await compress(body, { level: 1 });
  return compressed.length > MAX_ANSWER_BYTES ? {} : { body: compressed, compressed: true };
}

interface Row {
  fingerprint: Buffer;
  started_at: Date;
  status: number | null;
  headers: Record<string, string> | null;
  body: Buffer | null;
  sealed: boolean;
  compressed: boolean;
  written: Written | null;
}
