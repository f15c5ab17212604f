import type { System } from '../../../context.ts';
import { type AccessTokenClaims, verifyAccessToken } from './access-token.ts';
import { liveAccess } from './live-access.ts';

/** RFC 7662: an inactive token cannot be distinguished from an unknown one. */
type Introspection =
  | { readonly active: false }
  | ({ readonly active: true; readonly token_type: 'Bearer' } & AccessTokenClaims);

/** Returns whether an access token is currently valid, and its claims. */
export async function introspect(options: {
  readonly system: System;
  readonly token: string;
}): Promise<Introspection> {
  const { system, token } = options;
  const claims = await verifyAccessToken(system, token);
  if (!claims || !(await liveAccess(system, claims))) return { active: false };
  return { active: true, token_type: 'Bearer', ...claims };
}
