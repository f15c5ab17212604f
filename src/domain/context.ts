import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type Db, transaction } from '../platform/database/connection/client.ts';
import type { Replica } from '../platform/database/connection/replica.ts';
import { isTransaction } from '../platform/database/transaction/transaction.ts';
import type { Operation } from '../platform/process/operation.ts';
import type { Usage } from '../platform/process/usage.ts';
import type { Redis } from '../platform/redis/redis.ts';
import type { ResourceContext } from '../resources/context.ts';
import type { ClickHouse } from '../warehouse/clickhouse/clickhouse.ts';
import type { FileStore } from '../warehouse/file-store.ts';
import type { WarehouseOnDemand } from '../warehouse/on-demand.ts';
import { answerLost, type HeldKey, markCarriedOut, type Written } from './access/idempotency/carried-out.ts';
import type { WireProfile } from './access/identity/wire-profile.ts';
import { ForbiddenError, SeatInSyncError } from './errors.ts';
import type { RecordedChange } from './notifications/history/field-change.ts';
import type { Sandbox } from './sandbox/state.ts';

export type { SeatTraits } from '../resources/context.ts';

export type Role = 'ADMIN' | 'EDITOR' | 'VIEWER';

/** The dependencies of the process, shared by all requests. */
export interface System {
  readonly config: Config;
  readonly db: Db;
  /** For hot paths that use SQL directly. `db` uses the same pool. */
  readonly pool: Pool;
  /** Connections that calls on the management paths cannot use up. The token endpoint and `/readyz` use them. */
  readonly reserved?: Pick<System, 'db' | 'pool'> | undefined;
  /** A standby that answers GraphQL's compiled reads. */
  readonly replica?: Replica | undefined;
  /** Stores quotas, rate windows and messages to live views; undefined if the database does. */
  readonly redis?: Redis | undefined;
  /** Has a copy of the facts, which reports are made from; without it, reports are made from the files. */
  readonly clickHouse?: ClickHouse | undefined;
  /** Stores facts, reports and archived events as files. */
  readonly files: FileStore;
  /** Counts archived events. */
  readonly warehouse: WarehouseOnDemand;
  readonly log: Logger;
  /** Aborted when the process begins to shut down. It still answers requests for a while after that. */
  readonly stopping?: AbortSignal | undefined;
  /** Counts what clients do, for `flightline top`; undefined in commands. */
  readonly usage?: Usage | undefined;
  /** The operators' settings for this process; undefined in commands. */
  readonly operation?: Operation | undefined;
  /** 32 bytes that encrypt secrets and from which the keys of signed links are derived. */
  readonly masterKey: Buffer;
  /** Origins by which callers reach the service; the first is used in links. */
  readonly publicUrls: readonly string[];
  /** The clock of the service. In a sandbox, all processes share it and it can be moved. */
  readonly now: () => Date;
  /** Set if the database is a sandbox. */
  readonly sandbox?: Sandbox | undefined;
}

interface Actor {
  readonly userId: number;
  readonly clientId: string;
  /** The caller's role in the current seat. */
  readonly role: Role;
  /** All seats that the user belongs to, including the current one. */
  readonly seatIds: readonly number[];
  /** The client's dialect of the REST interfaces; the domain is the same for both. */
  readonly wire: WireProfile;
}

/**
 * One request of one caller. `seatId` comes from the token (or is a seat that the user belongs to), never
 * from a body.
 */
export interface DomainContext extends System, ResourceContext {
  readonly actor: Actor;
  /** Run all checks and return the would-be result, but store nothing. */
  readonly validateOnly: boolean;
  /**
   * If set, receives all changes of a write, including those of a dry run. The change history stores most of
   * them.
   */
  readonly recorded?: RecordedChange[];
  /** The Idempotency-Key of the request. Each transaction that writes for the request records it. */
  readonly heldKey?: HeldKey | undefined;
  /** Called with each statement that reads deferred fields, for `X-Explain`. */
  readonly onStatement?: ((sql: string) => void) | undefined;
  /** What the request wrote if it was carried out before. It then writes nothing and only reads that again. */
  readonly replayed?: Written | undefined;
}

/**
 * Throws ForbiddenError for viewers, and SeatInSyncError for everyone while the seat is in sync. Every write calls this
 * first.
 */
export function authorizeWrite(ctx: DomainContext): void {
  if (ctx.actor.role === 'VIEWER') throw ForbiddenError.role('ADMIN or EDITOR', ctx.actor.role);
  if (ctx.seat.readOnly) throw new SeatInSyncError();
}

/**
 * Throws SeatInSyncError while the seat is in sync. Writes that are about the caller alone, which viewers can make too, call
 * this first.
 */
export function authorizeOwn(ctx: DomainContext): void {
  if (ctx.seat.readOnly) throw new SeatInSyncError();
}

export function authorizeAdmin(ctx: DomainContext): void {
  if (ctx.actor.role !== 'ADMIN') throw ForbiddenError.role('ADMIN', ctx.actor.role);
}

/**
 * Runs `work` in one transaction, which is stored completely or not at all. Nested calls join the outer one. With
 * `validateOnly`, the result is returned and everything is rolled back. Its statements wait for rows that others have
 * locked for `lockWaitMs` each, by default as long as a statement can take.
 */
export async function inTransaction<T>(
  ctx: DomainContext,
  work: (ctx: DomainContext) => Promise<T>,
  { lockWaitMs }: { lockWaitMs?: number | undefined } = {},
): Promise<T> {
  let result: { value: T } | undefined;
  if (ctx.replayed) throw answerLost();
  const settings = {
    ...(ctx.validateOnly && !isTransaction(ctx.db) && placeholderIds()),
    ...(lockWaitMs !== undefined && { lock_timeout: String(lockWaitMs) }),
  };
  const run = async (db: Db) => {
    const value = await work({ ...ctx, db, heldKey: undefined });
    result = { value };
    if (ctx.validateOnly) throw DRY_RUN;
    if (ctx.heldKey) await markCarriedOut(db, ctx.heldKey);
    return value;
  };
  try {
    return await transaction(ctx.db, run, { settings });
  } catch (error) {
    if (error === DRY_RUN && result) return result.value;
    throw error;
  }
}

/** Rolls back. A new error for each would collect a stack that nobody reads. */
const DRY_RUN = new Error('A dry run stores nothing.');

/**
 * The range in which the placeholder IDs of a dry run begin: far enough below 0 for all of its rows, and wide enough
 * that two dry runs rarely collide.
 */
const [FIRST_PLACEHOLDER, LAST_PLACEHOLDER] = [-2_147_000_000, -1_000_000];

/**
 * The setting that gives new rows of a transaction that is rolled back negative IDs; IDs from the sequences would be
 * lost.
 */
const placeholderIds = () => ({
  'flightline.placeholder_id': String(randomInt(FIRST_PLACEHOLDER, LAST_PLACEHOLDER)),
});
