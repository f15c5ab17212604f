import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Config } from '../../../config.ts';
import { UnavailableError } from '../../errors.ts';
import type { Introspect } from './introspection.ts';

const TIMEOUT_MS = 3_000;
const ASSERTION_LIFETIME_S = 60;
const REALM = 'admin';

const TokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const IntrospectionAnswer = z.union([
  z.object({
    active: z.literal(true),
    client_id: z.string(),
    seat_id: z.number(),
    scope: z.string(),
    exp: z.number(),
  }),
  z.object({ active: z.literal(false) }),
]);

/**
 * Returns introspection by HTTP at FLIGHTLINE_AUTH_URL, with an administrative token of this service. Any failure
 * becomes an UnavailableError; it never lets a request through.
 */
export function remoteIntrospection(options: {
  auth: NonNullable<Config['auth']>;
  now: () => Date;
}): Introspect {
  const { auth, now } = options;
  let own: Promise<{ token: string; renewAt: number }> | undefined;

  async function ownToken(): Promise<string> {
    const current = own;
    const known = await current?.catch(() => undefined);
    if (known && known.renewAt > now().getTime()) return known.token;
    // Only the first request that finds the token expired renews it.
    if (own === current) own = requestToken(auth, now);
    return (await (own ?? requestToken(auth, now))).token;
  }

  async function introspect(token: string, isRetry = false): Promise<Response> {
    const response = await post(`${auth.url}/identity/oauth2/introspect`, { token }, await ownToken());
    if (response.status !== 401 || isRetry) return response;
    own = undefined;
    return introspect(token, true);
  }

  return async (token) => {
    const answer = IntrospectionAnswer.safeParse(await jsonOf(await introspect(token)));
    if (!answer.success) throw new UnavailableError();
    if (!answer.data.active) return undefined;
    const { client_id: clientId, seat_id: seatId, scope, exp } = answer.data;
    return { clientId, seatId, scopes: scope.split(' '), expiresAt: exp * 1000 };
  };
}

async function requestToken(auth: NonNullable<Config['auth']>, now: () => Date) {
  const endpoint = `${auth.url}/identity/oauth2/access_token`;
  const issuedAt = Math.floor(now().getTime() / 1000);
  const assertion = await new SignJWT({
    aud: `${endpoint}?realm=${REALM}`,
    iss: auth.clientId,
    sub: auth.clientId,
    iat: issuedAt,
    exp: issuedAt + ASSERTION_LIFETIME_S,
    jti: randomUUID(),
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(auth.clientSecret));
  const response = await post(endpoint, {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    realm: REALM,
    scope: 'introspect',
  });
  const answer = TokenAnswer.safeParse(await jsonOf(response));
  if (!answer.success) throw new UnavailableError();
  const { access_token: token, expires_in: lifetimeS } = answer.data;
  // Renewed early, so that the token does not expire in transit.
  return { token, renewAt: now().getTime() + lifetimeS * 900 };
}

async function post(url: string, form: Record<string, string>, token?: string): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new UnavailableError();
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  if (!response.ok) throw new UnavailableError();
  return response.json().catch(() => {
    throw new UnavailableError();
  });
}
