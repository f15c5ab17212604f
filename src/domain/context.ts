import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type Db, sql, transaction } from '../platform/database/connection/client.ts';
import type { Replica } from '../platform/database/connection/replica.ts';
import { isTransaction } from '../platform/database/transaction/transaction.ts';
import type { Operation } from '../platform/process/operation.ts';
import type { Usage } from '../platform/process/usage.ts';
import type { Redis } from '../platform/redis/redis.ts';
import type { SeatTraits } from '../resources/context.ts';
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
  /** Connections that calls on the management paths cannot use up: for the token endpoint and `/readyz`. */
  readonly reserved?: Pick<System, 'db' | 'pool'> | undefined;
  /** A standby that answers compiled reads of GraphQL. */
  readonly replica?: Replica | undefined;
  /** Where quotas, rate windows and messages to live views are, if not in the database. */
  readonly redis?: Redis | undefined;
  /** Has a copy of the facts, from which reports are made; without it, they are made from the files. */
  readonly clickHouse?: ClickHouse | undefined;
  /** The files of facts, reports and archived events. */
  readonly files: FileStore;
  /** What counts archived events. */
  readonly warehouse: WarehouseOnDemand;
  readonly log: Logger;
  /** Aborted when the process is told to stop. It still answers for a while then. */
  readonly stopping?: AbortSignal | undefined;
  /** Counts what clients do, for `flightline top`; commands have none. */
  readonly usage?: Usage | undefined;
  /** What operators decided for this process; commands have none. */
  readonly operation?: Operation | undefined;
  /** 32 bytes that encrypt secrets and derive the keys of signed links. */
  readonly masterKey: Buffer;
  /** Origins by which callers reach the service; the first is used in links. */
  readonly publicUrls: readonly string[];
  /** The clock of the service. In a sandbox it is one that all processes share and that can be moved. */
  readonly now: () => Date;
  /** If the database is a sandbox. */
  readonly sandbox?: Sandbox | undefined;
}

interface Actor {
  readonly userId: number;
  readonly clientId: string;
  /** The role in the current seat. */
  readonly role: Role;
  /** All seats that the user belongs to, including the current one. */
  readonly seatIds: readonly number[];
  /** How the client writes and reads the REST interfaces; the domain is the same for both. */
  readonly wire: WireProfile;
}

/**
 * One request of one caller. `seatId` comes from the token (or is a seat that the user belongs to), never
 * from a body.
 */
export interface DomainContext extends System {
  readonly actor: Actor;
  readonly seatId: number;
  readonly seat: SeatTraits;
  readonly requestId: string;
  /** Run all checks and return the would-be result, but store nothing. */
  readonly validateOnly: boolean;
  /** The paths of fields that no input definition contains. REST lists them in `X-Ignored-Fields`. */
  readonly ignoredFields: string[];
  /**
   * If set, receives all changes of a write, including those of a dry run. The change history stores most of
   * them.
   */
  readonly recorded?: RecordedChange[];
  /** The Idempotency-Key of the request. Each transaction that writes for the request records it. */
  readonly heldKey?: HeldKey | undefined;
  /** Is told the statements that read deferred fields, for `X-Explain`. */
  readonly onStatement?: ((sql: string) => void) | undefined;
  /** If the request was carried out before: what it wrote then. It writes nothing now, but reads that anew. */
  readonly replayed?: Written | undefined;
}

/** Every write begins here. Viewers can only read, and a seat in sync is read-only for everyone. */
export function authorizeWrite(ctx: DomainContext): void {
  if (ctx.actor.role === 'VIEWER') throw ForbiddenError.role('ADMIN or EDITOR', ctx.actor.role);
  if (ctx.seat.readOnly) throw new SeatInSyncError();
}

export function authorizeAdmin(ctx: DomainContext): void {
  if (ctx.actor.role !== 'ADMIN') throw ForbiddenError.role('ADMIN', ctx.actor.role);
}

/**
 * Runs `work` in one transaction, which is stored as a whole or not at all. Nested calls join the outer one.
 * With `validateOnly`, the result is returned and everything is rolled back.
 */
export async function inTransaction<T>(
  ctx: DomainContext,
  work: (ctx: DomainContext) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  if (ctx.replayed) throw answerLost();
  try {
    return await transaction(ctx.db, async (db) => {
      if (ctx.validateOnly && !isTransaction(ctx.db)) await usePlaceholderIds(db);
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

/** Where the placeholders of a dry run begin: far enough below 0 for all of its rows, and seldom where another begins. */
const [FIRST_PLACEHOLDER, LAST_PLACEHOLDER] = [-2_147_000_000, -1_000_000];

/** New rows of a transaction that is rolled back have negative IDs; those of the sequences would be lost. */
async function usePlaceholderIds(db: Db): Promise<void> {
  const first = String(randomInt(FIRST_PLACEHOLDER, LAST_PLACEHOLDER));
  await sql(db)`SELECT set_config('flightline.placeholder_id', ${first}, true)`;
}
