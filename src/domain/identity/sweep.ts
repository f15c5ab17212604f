import type { System } from '../context.ts';
import { rotateKeys } from './rotate-keys.ts';

/** Rows outlive their expiry by an hour, for processes whose clocks are behind. */
const MARGIN_MS = 3_600_000;

/** Housekeeping, called now and then: rotates signing keys and drops what has expired. */
export async function sweepIdentity(system: System): Promise<void> {
  const expired = { where: { expiresAt: { lt: new Date(system.now().getTime() - MARGIN_MS) } } };
  await rotateKeys(system);
  await system.db.spentAssertion.deleteMany(expired);
  await system.db.revokedToken.deleteMany(expired);
  await system.db.authorizationCode.deleteMany(expired);
}
