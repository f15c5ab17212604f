import type { System } from '../context.ts';
import { rotateKeys } from './rotate-keys.ts';

/** Rows are kept for an hour after they expire, for processes whose clocks are behind. */
const MARGIN_MS = 3_600_000;

/** Housekeeping that runs periodically: rotates signing keys and deletes expired rows. */
export async function sweepIdentity(system: System): Promise<void> {
  const expired = { where: { expiresAt: { lt: new Date(system.now().getTime() - MARGIN_MS) } } };
  await rotateKeys(system);
  await system.db.spentAssertion.deleteMany(expired);
  await system.db.revokedToken.deleteMany(expired);
  await system.db.authorizationCode.deleteMany(expired);
  await system.db.signInCode.deleteMany(expired);
}
