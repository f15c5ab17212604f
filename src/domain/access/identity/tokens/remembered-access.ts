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

/** What a token's client may do at this moment. */
export interface LiveAccess {
  readonly userId: number;
  /** The client's own seat, of which the user is a member. */
  readonly seatId: number;
  readonly realms: readonly string[];
  /** The client's own wire profile; null where it has none. */
  readonly wire: string | null;
  /** By seat id. */
  readonly memberships: ReadonlyMap<number, Membership>;
}

type Source = Pick<System, 'pool' | 'log' | 'reserved'>;

/** Announcements count as heard while the connection answered within this time: a silent one may be dead. */
const TRUSTED_MS = 900;
const ASK_AGAIN_MS = 300;
const MAX_TOKENS = 10_000;
const MAX_BYTES = 32 * 2 ** 20;
/** What a token takes, and each seat that its user belongs to. */
const BYTES_EACH = 500;
/** As the triggers of the database write it. */
const ANNOUNCEMENT = '{"channel":"access"}';

/**
 * What tokens may do, remembered from call to call for as long as this process hears of every change: the database
 * announces each, whoever makes it. While it cannot be heard, nothing is remembered and each call asks.
 */
class RememberedAccess {
  readonly #source: Omit<Source, 'reserved'>;
  readonly #known = new LRUCache<string, LiveAccess>({
    max: MAX_TOKENS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ memberships }) => (1 + memberships.size) * BYTES_EACH,
  });
  #changes = 0;
  #heardAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isAsking = false;
  #connection: Promise<Client> | undefined;

  constructor(source: Omit<Source, 'reserved'>) {
    this.#source = source;
    closeWith(source.pool, async () => (await this.#connection?.catch(() => undefined))?.end());
  }

  /** What is remembered of a token, if that can be trusted. */
  get(jti: string): LiveAccess | undefined {
    this.#ask();
    return this.#isTrusted() ? this.#known.get(jti) : undefined;
  }

  /** What was read is remembered unless a change was announced since `before`. */
  set(jti: string, access: LiveAccess, before: number): void {
    if (before !== this.#changes || !this.#isTrusted()) return;
    this.#known.set(jti, access);
  }

  /** How many changes were heard of so far. */
  get changes(): number {
    return this.#changes;
  }

  forget(): void {
    this.#changes += 1;
    this.#known.clear();
  }

  #isTrusted(): boolean {
    return performance.now() - this.#heardAt < TRUSTED_MS;
  }

  /** While calls come, the connection is asked now and then: its answer comes after what was announced before. */
  #ask(): void {
    const now = performance.now();
    if (this.#isAsking || now - this.#askedAt < ASK_AGAIN_MS || this.#source.pool.ending) return;
    this.#isAsking = true;
    this.#askedAt = now;
    this.#connection ??= this.#connect();
    this.#connection
      .then((client) => client.query('SELECT'))
      .then(() => {
        this.#heardAt = Math.max(this.#heardAt, now);
      })
      .catch((error) => this.#lost(error))
      .finally(() => {
        this.#isAsking = false;
      });
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      ...directPool(this.#source.pool).options,
      application_name: 'flightline access',
    });
    client.on('error', (error) => this.#lost(error)).on('end', () => this.#lost());
    client.on('notification', ({ payload }) => {
      if (payload === ANNOUNCEMENT) this.forget();
    });
    await client.connect();
    await client.query(`LISTEN ${LIVE}`);
    // What changed before it listened is not known.
    this.forget();
    return client;
  }

  #lost(error?: Error): void {
    if (!this.#connection) return;
    if (error) this.#source.log.warn({ err: error }, 'lost the connection that hears of revocations');
    this.#connection.then((client) => client.end()).catch(() => undefined);
    this.#connection = undefined;
    this.#heardAt = Number.NEGATIVE_INFINITY;
    this.forget();
  }
}

const remembered = new WeakMap<Pool, RememberedAccess>();

/** One memory for a process, whether a call uses the pool of all calls or the reserved one. */
export function rememberedAccess({ pool, reserved, log }: Source): RememberedAccess {
  const key = reserved?.pool ?? pool;
  const known = remembered.get(key) ?? new RememberedAccess({ pool: key, log });
  remembered.set(key, known);
  return known;
}
