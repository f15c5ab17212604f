import { randomUUID } from 'node:crypto';
import { exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import { type Db, transaction } from '../../../../platform/database/connection/client.ts';
import { seal } from '../../../../platform/keys/crypto.ts';
import type { System } from '../../../context.ts';
import { LONGEST_LIFETIME_S } from '../realms.ts';
import { recheckAccess } from './access-epoch.ts';

export const ALGORITHM = 'ES256';
const ROTATE_AFTER_MS = 30 * 24 * 3_600_000;
/** How long the next key is published before it signs: longer than anyone can cache the key set. */
const ANNOUNCE_MS = 600_000;
/** A key is removed this long after its last token has expired, in case clocks differ. */
const KEEP_MS = LONGEST_LIFETIME_S * 1000 + ANNOUNCE_MS;
const LOCK = 0x666c_6b79;

type Dated = { readonly activeFrom: Date };

/** Returns true if there is no key, or the newest has been signing for 30 days. */
export function rotationIsDue(keys: readonly Dated[], now: Date): boolean {
  const newest = keys.at(-1);
  return !newest || now.getTime() - newest.activeFrom.getTime() >= ROTATE_AFTER_MS;
}

/**
 * Adds the next signing key when it is due, and removes keys whose tokens have all expired. Several processes can call
 * it concurrently: only one of them rotates.
 */
export async function rotateKeys(system: System, { force = false } = {}): Promise<void> {
  const now = system.now();
  await transaction(system.db, async (db) => {
    await db.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`;
    const keys = await db.signingKey.findMany({
      orderBy: { activeFrom: 'asc' },
      select: { kid: true, activeFrom: true },
    });
    if (force || rotationIsDue(keys, now)) {
      const activeFrom = keys.length === 0 ? now : new Date(now.getTime() + ANNOUNCE_MS);
      await addKey(system, db, activeFrom);
    }
    const outlived = keys.filter((_, index) => {
      const successor = keys[index + 1];
      return successor && now.getTime() - successor.activeFrom.getTime() > KEEP_MS;
    });
    await db.signingKey.deleteMany({ where: { kid: { in: outlived.map((key) => key.kid) } } });
  });
}

/**
 * Withdraws every key and adds one that signs immediately: every process refuses all earlier tokens within 6 seconds.
 * For operators.
 */
export async function replaceKeys(system: System): Promise<{ withdrawn: number }> {
  const withdrawn = await transaction(system.db, async (db) => {
    await db.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`;
    const { count } = await db.signingKey.deleteMany();
    await addKey(system, db, system.now());
    return count;
  });
  await recheckAccess(system.pool);
  return { withdrawn };
}

async function addKey(system: System, db: Db, activeFrom: Date): Promise<void> {
  const kid = randomUUID();
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg: ALGORITHM, use: 'sig' };
  const pem = await exportPKCS8(pair.privateKey);
  const privateKey = seal(pem, { masterKey: system.masterKey, purpose: 'signing-key', owner: kid });
  await db.signingKey.create({ data: { kid, publicJwk, privateKey, activeFrom } });
}
