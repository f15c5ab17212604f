import { useRef } from 'react';
import type { Change } from './groups.ts';

/**
 * The people to choose from by name, and the one who is chosen already. Everyone whom the page has shown can be chosen
 * while it is open, also when a filter leaves him out.
 */
export function usePeople(
  changes: readonly Pick<Change, 'userId' | 'user'>[],
  chosen: string | undefined,
): readonly (readonly [id: string, name: string])[] {
  const seen = useRef(new Map<string, string>()).current;
  for (const { userId, user } of changes) if (user) seen.set(String(userId), user.name ?? `User ${userId}`);
  if (chosen && !seen.has(chosen)) return [...seen, [chosen, `User ${chosen}`]];
  return [...seen];
}
