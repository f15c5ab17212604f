import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { System } from '../../context.ts';
import { type Introspect, localIntrospection, type VerifiedToken } from './introspection.ts';
import { remoteIntrospection } from './remote-introspection.ts';

/** How long the result of an introspection is cached. It is documented, so clients may rely on it. */
const CACHE_MS = 7 * 60_000;
const MAX_CACHED = 10_000;
const MAX_BYTES = 16 * 2 ** 20;
const ENTRY_BYTES = 500;
const LONGEST_TOKEN = 8_192;

interface Cached {
  readonly token: VerifiedToken | undefined;
  readonly until: number;
}

/** Verifies tokens from cached introspections. Calls the token service only on a miss. */
export class TokenVerifier {
  readonly #introspect: Introspect;
  readonly #now: () => Date;
  /** By the token's hash, so that memory contains no credentials. */
  readonly #cache = new LRUCache<string, Cached>({
    max: MAX_CACHED,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ token }) => ENTRY_BYTES + 2 * (token?.clientId.length ?? 0),
  });
  #forgotten = 0;
  readonly #pending = new Map<string, Promise<VerifiedToken | undefined>>();

  constructor(options: { introspect: Introspect; now: () => Date }) {
    this.#introspect = options.introspect;
    this.#now = options.now;
  }

  /**
   * Returns undefined for a token that is not active. Throws UnavailableError if the token service does not respond.
   */
  async verify(token: string): Promise<VerifiedToken | undefined> {
    if (token.length > LONGEST_TOKEN) return undefined;
    const key = hash('sha256', token, 'base64');
    const cached = this.#cache.get(key);
    if (cached && cached.until > this.#now().getTime()) return cached.token;
    return this.#pending.get(key) ?? this.#introspectOnce(key, token);
  }

  /** Clears the cache, so that every token is introspected again. */
  forget(): void {
    this.#cache.clear();
    this.#forgotten += 1;
  }

  /** Concurrent misses for one token share one call. A failure is not cached. */
  #introspectOnce(key: string, token: string): Promise<VerifiedToken | undefined> {
    const before = this.#forgotten;
    const answer = this.#introspect(token)
      .then((verified) => {
        if (before !== this.#forgotten) return verified;
        const until = this.#now().getTime() + CACHE_MS;
        this.#cache.set(key, { token: verified, until: Math.min(until, verified?.expiresAt ?? until) });
        return verified;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, answer);
    return answer;
  }
}

const verifiers = new WeakMap<System, TokenVerifier>();

/** Returns the process's verifier. It introspects over HTTP if FLIGHTLINE_AUTH_URL is set, else by a function call. */
export function tokenVerifier(system: System): TokenVerifier {
  const known = verifiers.get(system);
  if (known) return known;
  const { auth } = system.config;
  const verifier = new TokenVerifier({
    introspect: auth ? remoteIntrospection({ auth, now: system.now }) : localIntrospection(system),
    now: system.now,
  });
  verifiers.set(system, verifier);
  return verifier;
}
