import type { System } from '../../../context.ts';
import { rememberedAccess } from './remembered-access.ts';

/** Revokes the tokens of one `jti`, the last of which expires at `expiresAt`. */
export async function revokeUntil(
  system: System,
  { jti, expiresAt }: { readonly jti: string; readonly expiresAt: Date },
): Promise<void> {
  await system.db.revokedToken.createMany({ data: { jti, expiresAt }, skipDuplicates: true });
  rememberedAccess(system).forget({ jti });
}
