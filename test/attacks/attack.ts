/** What an attacker knows: where the service is, and the tokens of a client of the demo seat. */
export interface Target {
  readonly origin: string;
  readonly port: number;
  /** The process of the service. */
  readonly pid: number;
  /** For GraphQL, traffic, native and reporting; its user is an ADMIN. */
  readonly token: string;
  /** For pixel events; the client may post for pixel 2. */
  readonly eventsToken: string;
  /** With `usersOfSeat`: tokens like `token` of each user. */
  readonly tokens: readonly string[];
  readonly seatId: number;
  readonly databaseUrl: string;
  /** For a process of its own on that database. */
  readonly masterKey: string;
}

/** One shape of an attack. */
export interface Variant {
  readonly name: string;
  /** Rejects with a sentence if the service gave in, in a way that the gauges do not show. */
  run(target: Target): Promise<void>;
}

export interface Attack {
  /** The group in the table of `docs/testing.md`, such as `A1`. */
  readonly point: string;
  readonly name: string;
  /** The service is started anew with these. */
  readonly settings?: Readonly<Record<string, string>>;
  /** So many users of a seat of their own attack, without quotas; the second client stays in the demo seat. */
  readonly usersOfSeat?: number;
  /** What the attack needs, before anything is measured. */
  prepare?(target: Target): Promise<void>;
  /** Variants are begun for so long; 20 seconds by default. */
  readonly seconds?: number;
  /** The known shapes first, then others for as long as they are asked for. */
  variants(random: Random): Iterable<Variant>;
}

/** Repeatable by its seed (ATTACK_SEED). */
export interface Random {
  /** From 0 to below `below`. */
  integer(below: number): number;
  pick<T>(of: readonly T[]): T;
}

/** mulberry32 */
export function seeded(seed: number): Random {
  let state = seed | 0;
  const integer = (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  return { integer, pick: <T>(of: readonly T[]): T => of[integer(of.length)] as T };
}
