import { type CryptoKey, importJWK, importPKCS8, type JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import { unseal } from '../../../../platform/keys/crypto.ts';
import type { System } from '../../../context.ts';
import { ALGORITHM, rotateKeys, rotationIsDue } from './rotate-keys.ts';

const STALE_MS = 5_000;
/** Unknown key IDs cause a new lookup at most this often. */
const LOOK_UP_INTERVAL_MS = 1_000;
/** IDs of this service's keys have 36 characters. */
const MAX_KID_LENGTH = 64;
const MAX_UNKNOWN_KIDS = 10_000;
const MAX_UNKNOWN_BYTES = 4 * 2 ** 20;

interface SigningKey {
  readonly kid: string;
  readonly publicJwk: JWK;
  readonly publicKey: CryptoKey;
  readonly sealedPrivateKey: Uint8Array;
  readonly activeFrom: Date;
}

interface KeySet {
  readonly loadedAt: number;
  readonly keys: Promise<readonly SigningKey[]>;
}

interface UnknownKids {
  readonly kids: LRUCache<string, true>;
  /** As `performance.now()`. */
  lookedUpAt: number;
}

const keySets = new WeakMap<System['pool'], KeySet>();
const unknownKids = new WeakMap<System['pool'], UnknownKids>();

/** The process has one set of keys, whether a call uses the shared pool or the reserved one. */
const poolOf = ({ reserved, pool }: System): System['pool'] => reserved?.pool ?? pool;

/** Returns all published keys, oldest first, no older than `notBefore` (as `performance.now()`). */
export function publishedKeys(
  system: System,
  notBefore: number = performance.now() - STALE_MS,
): Promise<readonly SigningKey[]> {
  const pool = poolOf(system);
  const cached = keySets.get(pool);
  if (cached && cached.loadedAt >= notBefore) return cached.keys;
  const keySet = { loadedAt: performance.now(), keys: load(system) };
  keySets.set(pool, keySet);
  keySet.keys.catch(() => keySets.delete(pool));
  return keySet.keys;
}

/** Clears the cached keys, so that the next call reads them again. */
export function forgetKeys(system: System): void {
  keySets.delete(poolOf(system));
}

async function load(system: System): Promise<readonly SigningKey[]> {
  const { db } = system.reserved ?? system;
  const rows = await db.signingKey.findMany({ orderBy: { activeFrom: 'asc' } });
  return Promise.all(
    rows.map(async ({ kid, publicJwk, privateKey, activeFrom }) => {
      const jwk = publicJwk as JWK;
      const publicKey = await importJWK(jwk, ALGORITHM);
      if (publicKey instanceof Uint8Array) throw new Error('A signing key has no public part.');
      return { kid, publicJwk: jwk, publicKey, sealedPrivateKey: privateKey, activeFrom };
    }),
  );
}

/**
 * Returns the public key with that ID, or undefined. Finds keys that another process has just created: an unknown ID
 * causes a new lookup, at most once a second and only once per ID. A key is stored before it signs, so an ID that had
 * no key never gets one.
 */
export async function publicKey(system: System, kid: string): Promise<CryptoKey | undefined> {
  if (kid.length > MAX_KID_LENGTH) return undefined;
  const find = async (keys = publishedKeys(system)) => (await keys).find((key) => key.kid === kid)?.publicKey;
  const known = await find();
  if (known) return known;
  const unknown = unknownKidsOf(system);
  if (unknown.kids.has(kid)) return undefined;
  const now = performance.now();
  // A lookup is under way or has just finished; use its result.
  if (now - unknown.lookedUpAt < LOOK_UP_INTERVAL_MS) return find();
  unknown.lookedUpAt = now;
  try {
    const found = await find(publishedKeys(system, now));
    if (!found) unknown.kids.set(kid, true);
    return found;
  } catch (error) {
    unknown.lookedUpAt = Number.NEGATIVE_INFINITY;
    throw error;
  }
}

function unknownKidsOf(system: System): UnknownKids {
  const pool = poolOf(system);
  const unknown = unknownKids.get(pool) ?? {
    kids: new LRUCache<string, true>({
      max: MAX_UNKNOWN_KIDS,
      maxSize: MAX_UNKNOWN_BYTES,
      sizeCalculation: (_isUnknown, kid) => 100 + 2 * kid.length,
    }),
    lookedUpAt: Number.NEGATIVE_INFINITY,
  };
  unknownKids.set(pool, unknown);
  return unknown;
}

/** Returns the current signing key. Creates the first one, and the next one when it is due. */
export async function signingKey(system: System): Promise<{ kid: string; privateKey: CryptoKey }> {
  let keys = await publishedKeys(system);
  if (rotationIsDue(keys, system.now())) {
    await rotateKeys(system);
    keys = await publishedKeys(system, performance.now());
  }
  const key = keys.findLast(({ activeFrom }) => activeFrom <= system.now()) ?? keys[0];
  if (!key) throw new Error('There is no signing key.');
  return { kid: key.kid, privateKey: await privateKeyOf(system, key) };
}

const privateKeys = new WeakMap<SigningKey, Promise<CryptoKey>>();

function privateKeyOf(system: System, key: SigningKey): Promise<CryptoKey> {
  let privateKey = privateKeys.get(key);
  if (!privateKey) {
    const { masterKey } = system;
    const pem = unseal(key.sealedPrivateKey, { masterKey, purpose: 'signing-key', owner: key.kid });
    privateKey = importPKCS8(pem, ALGORITHM);
    privateKeys.set(key, privateKey);
  }
  return privateKey;
}
