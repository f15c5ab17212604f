import type { System } from '../../../context.ts';
import { rememberedAccess } from './remembered-access.ts';

/** Later than any clock of a sandbox. */
const FOR_GOOD = new Date('9999-12-31T00:00:00Z');

/**
 * Revokes the tokens of one `jti`, the last of which expires at `expiresAt`. A sandbox remembers it for good: its clock can
 * pass that time while a dashboard session, which runs by real time, has not expired.
 */
export async function revokeUntil(
  system: System,
  { jti, expiresAt }: { readonly jti: string; readonly expiresAt: Date },
): Promise<void> {
  const data = { jti, expiresAt: system.sandbox ? FOR_GOOD : expiresAt };
  await system.db.revokedToken.createMany({ data, skipDuplicates: true });
  rememberedAccess(system).forget({ jti });
}
