import type { System } from '../../../context.ts';

/**
 * Returns the published keys, oldest first, with the time from which each one signs. Never returns a private key. For
 * operators.
 */
export async function listSigningKeys({ system }: { system: System }) {
  const keys = await system.db.signingKey.findMany({
    orderBy: { activeFrom: 'asc' },
    select: { kid: true, activeFrom: true },
  });
  const now = system.now();
  const signs = keys.findLast(({ activeFrom }) => activeFrom <= now) ?? keys[0];
  return {
    signingKeys: keys.map(({ kid, activeFrom }) => ({
      keyId: kid,
      state: kid === signs?.kid ? 'signs' : activeFrom > now ? 'next' : 'published',
      activeFrom,
      ageDays: Math.max(0, Math.floor((now.getTime() - activeFrom.getTime()) / 86_400_000)),
    })),
  };
}
