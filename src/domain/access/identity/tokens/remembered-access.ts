import { LRUCache } from 'lru-cache';
import { Client, type Pool } from 'pg';
import { closeWith, directPool } from '../../../../platform/database/connection/client.ts';
import { LIVE } from '../../../../platform/database/rows/publish.ts';
import type { Role, SeatTraits, System } from '../../../context.ts';

/** A seat that the user belongs to. */
export interface Membership extends SeatTraits {
  readonly seatId: number;
  readonly role: Role;
}

/** What a token's client is currently allowed to do. */
export interface LiveAccess {
  readonly clientId: string;
  readonly userId: number;
  /** The client's own seat, of which the user is a member. */
  readonly seatId: number;
  readonly realms: readonly string[];
  /** The client's own wire profile; null if it uses the default. */
  readonly wire: string | null;
  /** By seat id. */
  readonly memberships: ReadonlyMap<number, Membership>;
}

type Source = Pick<System, 'pool' | 'log' | 'reserved'>;

/**
 * The cache is trusted if the connection responded within this time. One that has been silent for longer may be dead.
 */
const TRUSTED_MS = 900;
const PING_INTERVAL_MS = 300;
const MAX_TOKENS = 10_000;
const MAX_BYTES = 32 * 2 ** 20;
/** The approximate size of a cached token, and of each seat that its user belongs to. */
const BYTES_EACH = 500;

/**
 * The channel of changes. Without a payload, the access of every token may have changed. The triggers of the database
 * publish to it, too.
 */
export const ACCESS_CHANGE = 'access_change';
const ANNOUNCEMENT = `{"channel":"${ACCESS_CHANGE}"`;

/** Whose access has changed. */
type AccessChange =
  | { readonly jti: string }
  | { readonly clientId: string }
  | { readonly userId: number }
  | { readonly seatId: number };

function concerns(change: Exclude<AccessChange, { readonly jti: string }>, access: LiveAccess): boolean {
  if ('clientId' in change) return change.clientId === access.clientId;
  if ('userId' in change) return change.userId === access.userId;
  return access.seatId === change.seatId || access.memberships.has(change.seatId);
}

/**
 * Caches what tokens may do, for as long as this process receives every change: the database announces each change,
 * whoever makes it. While the connection is down, nothing is cached and each call reads the database.
 */
class RememberedAccess {
  readonly #source: Omit<Source, 'reserved'>;
  readonly #known = new LRUCache<string, LiveAccess>({
    max: MAX_TOKENS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ memberships }) => (1 + memberships.size) * BYTES_EACH,
  });
  #changes = 0;
  #respondedAt = Number.NEGATIVE_INFINITY;
  #pingedAt = Number.NEGATIVE_INFINITY;
  #isPinging = false;
  #connection: Promise<Client> | undefined;

  constructor(source: Omit<Source, 'reserved'>) {
    this.#source = source;
    closeWith(source.pool, async () => (await this.#connection?.catch(() => undefined))?.end());
  }

  /** Returns the cached access of a token, or undefined if there is none or it cannot be trusted. */
  get(jti: string): LiveAccess | undefined {
    this.#ping();
    return this.#isTrusted() ? this.#known.get(jti) : undefined;
  }

  /** Caches what was read, unless a change was announced since `before`. */
  set(jti: string, access: LiveAccess, before: number): void {
    if (before !== this.#changes || !this.#isTrusted()) return;
    this.#known.set(jti, access);
  }

  /** The number of changes announced so far. */
  get changes(): number {
    return this.#changes;
  }

  /** Forgets the access that a change concerns, or everything. */
  forget(change?: AccessChange): void {
    this.#changes += 1;
    if (!change) this.#known.clear();
    else if ('jti' in change) this.#known.delete(change.jti);
    else
      for (const [jti, access] of [...this.#known.entries()])
        if (concerns(change, access)) this.#known.delete(jti);
  }

  #isTrusted(): boolean {
    return performance.now() - this.#respondedAt < TRUSTED_MS;
  }

  /**
   * While calls arrive, the connection is pinged regularly. Its response comes after all earlier announcements, so it
   * proves that none is missing.
   */
  #ping(): void {
    const now = performance.now();
    if (this.#isPinging || now - this.#pingedAt < PING_INTERVAL_MS || this.#source.pool.ending) return;
    this.#isPinging = true;
    this.#pingedAt = now;
    this.#connection ??= this.#connect();
    this.#connection
      .then((client) => client.query('SELECT'))
      .then(() => {
        this.#respondedAt = Math.max(this.#respondedAt, now);
      })
      .catch((error) => this.#lost(error))
      .finally(() => {
        this.#isPinging = false;
      });
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      ...directPool(this.#source.pool).options,
      application_name: 'flightline access',
    });
    client.on('error', (error) => this.#lost(error)).on('end', () => this.#lost());
    client.on('notification', ({ payload }) => {
      if (payload?.startsWith(ANNOUNCEMENT)) this.forget(JSON.parse(payload).payload);
    });
    await client.connect();
    await client.query(`LISTEN ${LIVE}`);
    // Changes made before it listened are unknown.
    this.forget();
    return client;
  }

  #lost(error?: Error): void {
    if (!this.#connection) return;
    if (error) this.#source.log.warn({ err: error }, 'lost the connection that hears of revocations');
    this.#connection.then((client) => client.end()).catch(() => undefined);
    this.#connection = undefined;
    this.#respondedAt = Number.NEGATIVE_INFINITY;
    this.forget();
  }
}

const remembered = new WeakMap<Pool, RememberedAccess>();

/** Returns the process's one cache, whether a call uses the shared pool or the reserved one. */
export function rememberedAccess({ pool, reserved, log }: Source): RememberedAccess {
  const key = reserved?.pool ?? pool;
  const known = remembered.get(key) ?? new RememberedAccess({ pool: key, log });
  remembered.set(key, known);
  return known;
}
