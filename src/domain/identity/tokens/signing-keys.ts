import { type CryptoKey, importJWK, importPKCS8, type JWK } from 'jose';
import type { System } from '../../context.ts';
import { unseal } from '../../crypto.ts';
import { ALGORITHM, rotateKeys, rotationIsDue } from './rotate-keys.ts';

const STALE_MS = 5_000;

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

const keySets = new WeakMap<System['pool'], KeySet>();

/** All published keys, oldest first, as they were at `notBefore` (by `performance.now()`) or later. */
export function publishedKeys(
  system: System,
  notBefore: number = performance.now() - STALE_MS,
): Promise<readonly SigningKey[]> {
  const cached = keySets.get(system.pool);
  if (cached && cached.loadedAt >= notBefore) return cached.keys;
  const keySet = { loadedAt: performance.now(), keys: load(system) };
  keySets.set(system.pool, keySet);
  keySet.keys.catch(() => keySets.delete(system.pool));
  return keySet.keys;
}

async function load(system: System): Promise<readonly SigningKey[]> {
  const rows = await system.db.signingKey.findMany({ orderBy: { activeFrom: 'asc' } });
  return Promise.all(
    rows.map(async ({ kid, publicJwk, privateKey, activeFrom }) => {
      const jwk = publicJwk as JWK;
      const publicKey = await importJWK(jwk, ALGORITHM);
      if (publicKey instanceof Uint8Array) throw new Error('A signing key has no public part.');
      return { kid, publicJwk: jwk, publicKey, sealedPrivateKey: privateKey, activeFrom };
    }),
  );
}

/** The public key with that ID. Also finds a key that another process has just created. */
export async function publicKey(system: System, kid: string): Promise<CryptoKey | undefined> {
  const askedAt = performance.now();
  const find = (keys: readonly SigningKey[]) => keys.find((key) => key.kid === kid)?.publicKey;
  return find(await publishedKeys(system)) ?? find(await publishedKeys(system, askedAt));
}

/** The current signing key. Creates the first one, and the next one when it is due. */
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
