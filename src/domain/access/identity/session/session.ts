import { randomUUID } from 'node:crypto';
import type { System } from '../../../context.ts';
import { UnauthenticatedError } from '../../../errors.ts';
import { authenticate } from '../authenticate.ts';
import { DSP_SCOPE, REALMS } from '../realms.ts';
import { signAccessToken, tokenTime, verifyAccessToken } from '../tokens/access-token.ts';
import { revokeUntil } from '../tokens/revoke-until.ts';

/** A session ends after a working day, however often it is renewed. */
const MAX_SESSION_S = 12 * 3600;

/** A dashboard session: an access token that the browser stores in a cookie. */
export interface Session {
  readonly token: string;
  /** Seconds. */
  readonly lifetimeS: number;
}

type Client = { readonly id: string; readonly userId: number; readonly seatId: number };

/** Starts a session that acts as the client, and returns it. */
export function startSession(system: System, client: Client): Promise<Session> {
  return sign(system, client, { id: randomUUID(), startedAt: nowS(system) });
}

/** Exchanges a session's token for one that expires later. Throws UnauthenticatedError. */
export async function renewSession(options: {
  readonly system: System;
  readonly token: string | undefined;
  readonly requestId: string;
}): Promise<Session> {
  const { system, token, requestId } = options;
  await authenticate({ system, token, scope: DSP_SCOPE, requestId });
  const claims = token === undefined ? undefined : await verifyAccessToken(system, token);
  // Only sessions have `auth_time`: a token that a client requested itself cannot be renewed.
  if (claims?.auth_time === undefined || nowS(system) - claims.auth_time > MAX_SESSION_S)
    throw new UnauthenticatedError('The session is over. Sign in again.');
  const client = { id: claims.client_id, userId: claims.user_id, seatId: claims.seat_id };
  return sign(system, client, { id: claims.jti, startedAt: claims.auth_time });
}

/** Ends a session and revokes every token that it had. Does nothing if the session has already ended. */
export async function endSession(options: {
  readonly system: System;
  readonly token: string | undefined;
}): Promise<void> {
  const { system, token } = options;
  const claims = token === undefined ? undefined : await verifyAccessToken(system, token);
  if (!claims) return;
  // Another tab may have renewed the session a moment ago, so its tokens are revoked up to the latest possible expiry.
  const expiresAt = new Date((nowS(system) + REALMS.dsp.lifetimeS) * 1000);
  await revokeUntil(system, { jti: claims.jti, expiresAt });
}

const nowS = (system: System): number => Math.floor(tokenTime(system, true).getTime() / 1000);

async function sign(
  system: System,
  client: Client,
  session: { id: string; startedAt: number },
): Promise<Session> {
  const grant = { client, realm: 'dsp', scope: DSP_SCOPE, session } as const;
  const { access_token: token, expires_in: lifetimeS } = await signAccessToken(system, grant);
  return { token, lifetimeS };
}
