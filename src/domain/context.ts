import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type Db, transaction } from '../db/client.ts';
import { ForbiddenError, SeatInSyncError } from './errors.ts';
import type { RecordedChange } from './history/field-change.ts';
import { type HeldKey, markCarriedOut } from './idempotency/carried-out.ts';

export type Role = 'ADMIN' | 'EDITOR' | 'VIEWER';

/** What the process has: one per process, shared by all calls. */
export interface System {
  readonly config: Config;
  readonly db: Db;
  /** For the hot paths that speak SQL themselves; the same pool that `db` uses. */
  readonly pool: Pool;
  /** Connections that calls on the management paths cannot use up: for the token endpoint and `/readyz`. */
  readonly reserved?: Pick<System, 'db' | 'pool'> | undefined;
  readonly log: Logger;
  /** 32 bytes; encrypts secrets and derives the keys of signed links. */
  readonly masterKey: Buffer;
  /** Origins by which callers reach the service; the first is used in links. */
  readonly publicUrls: readonly string[];
  /** The service's clock; in the sandbox it can run ahead (FLIGHTLINE_CLOCK_OFFSET_S). */
  readonly now: () => Date;
}

interface Actor {
  readonly userId: number;
  readonly clientId: string;
  /** In the current seat. */
  readonly role: Role;
  /** Every seat the user belongs to, the current one included. */
  readonly seatIds: readonly number[];
}

/** What differs from seat to seat. */
export interface SeatTraits {
  /** ISO 3166 alpha-2; with it, billing contacts are shown (RULINGS, Tenancy). */
  readonly legalComplianceCountry: string | null;
  /** In sync: writes are refused (RULINGS N3a). */
  readonly readOnly: boolean;
}

/** One call of one caller. `seatId` comes from the token (or a seat the user belongs to), never from a body. */
export interface DomainContext extends System {
  readonly actor: Actor;
  readonly seatId: number;
  readonly seat: SeatTraits;
  readonly requestId: string;
  /** Run every check, answer the would-be result, store nothing. */
  readonly validateOnly: boolean;
  /** Paths of fields that no input definition knows; REST names them in `X-Ignored-Fields`. */
  readonly ignoredFields: string[];
  /** When there, what a write changes is told here, also by a dry run; the change history holds most of it. */
  readonly recorded?: RecordedChange[];
  /** The Idempotency-Key of the call; each transaction that writes for it says so (RULINGS G7). */
  readonly heldKey?: HeldKey | undefined;
}

/** Every write begins here: viewers only read, and a seat in sync is not written by anyone (RULINGS N3a). */
export function authorizeWrite(ctx: DomainContext): void {
  if (ctx.actor.role === 'VIEWER') throw new ForbiddenError();
  if (ctx.seat.readOnly) throw new SeatInSyncError();
}

export function authorizeAdmin(ctx: DomainContext): void {
  if (ctx.actor.role !== 'ADMIN') throw new ForbiddenError();
}

/**
 * Runs `work` in one transaction: all of it is stored, or nothing is. Nested calls join the outer one.
 * With `validateOnly` the result is answered and everything is rolled back.
 */
export async function inTransaction<T>(
  ctx: DomainContext,
  work: (ctx: DomainContext) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  try {
    return await transaction(ctx.db, async (db) => {
      const value = await work({ ...ctx, db, heldKey: undefined });
      result = { value };
      if (ctx.validateOnly) throw new DryRun();
      if (ctx.heldKey) await markCarriedOut(db, ctx.heldKey);
      return value;
    });
  } catch (error) {
    if (error instanceof DryRun && result) return result.value;
    throw error;
  }
}

class DryRun extends Error {}
