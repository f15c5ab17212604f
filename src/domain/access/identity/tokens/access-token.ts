import { randomUUID } from 'node:crypto';
import { compactVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { System } from '../../../context.ts';
import { parseObject } from '../assertions/strict-json.ts';
import { REALMS, type Realm } from '../realms.ts';
import { ALGORITHM } from './rotate-keys.ts';
import { publicKey, signingKey } from './signing-keys.ts';

const TYPE = 'at+jwt';
const MAX_BYTES = 8192;
const MAX_VERIFIED = 10_000;
const MAX_VERIFIED_BYTES = 32 * 2 ** 20;
const CLAIMS_BYTES = 1_000;

/** The claims of an access token. Times are in seconds since the epoch. */
export interface AccessTokenClaims {
  readonly iss: string;
  /** The client ID, same as `client_id`. */
  readonly sub: string;
  readonly client_id: string;
  readonly user_id: number;
  readonly seat_id: number;
  readonly realm: Realm;
  /** Separated by spaces. */
  readonly scope: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  /** When the user of a dashboard session signed in; absent from other tokens. */
  readonly auth_time?: number;
}

export interface TokenResponse {
  readonly access_token: string;
  readonly scope: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
}

export async function signAccessToken(
  system: System,
  grant: {
    readonly client: { readonly id: string; readonly userId: number; readonly seatId: number };
    readonly realm: Realm;
    readonly scope: string;
    /** All tokens of a session share its ID, so that revoking one revokes all of them. */
    readonly session?: { readonly id: string; readonly startedAt: number };
  },
): Promise<TokenResponse> {
  const { client, realm, scope, session } = grant;
  const { lifetimeS } = REALMS[realm];
  const { kid, privateKey } = await signingKey(system);
  const iat = Math.floor(tokenTime(system, session !== undefined).getTime() / 1000);
  const claims: AccessTokenClaims = {
    iss: `${system.publicUrls[0]}/identity`,
    sub: client.id,
    client_id: client.id,
    user_id: client.userId,
    seat_id: client.seatId,
    realm,
    scope,
    iat,
    exp: iat + lifetimeS,
    jti: session?.id ?? randomUUID(),
    ...(session && { auth_time: session.startedAt }),
  };
  const token = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .sign(privateKey);
  return { access_token: token, scope, token_type: 'Bearer', expires_in: lifetimeS };
}

/**
 * The time that a token is signed and expires by. Dashboard sessions of a sandbox run by real time: whoever moves its clock
 * stays signed in.
 */
export const tokenTime = (system: System, isSession: boolean): Date =>
  isSession && system.sandbox ? new Date() : system.now();

const hasExpired = (system: System, { exp, auth_time }: AccessTokenClaims): boolean =>
  exp <= tokenTime(system, auth_time !== undefined).getTime() / 1000;

/** Tokens whose signature was verified, so that it need not be verified again for every request. */
const verified = new LRUCache<string, { readonly kid: string; readonly claims: AccessTokenClaims }>({
  max: MAX_VERIFIED,
  maxSize: MAX_VERIFIED_BYTES,
  sizeCalculation: (_claims, token) => CLAIMS_BYTES + 2 * token.length,
});

/** Returns the claims of a token that was verified before. It may have expired or been revoked since. */
export const knownClaims = (token: string): AccessTokenClaims | undefined => verified.peek(token)?.claims;

/**
 * Returns the claims of a token that this service signed and that has not expired. Does not check revocation.
 */
export async function verifyAccessToken(
  system: System,
  token: string,
): Promise<AccessTokenClaims | undefined> {
  const known = verified.get(token) ?? (await verifySignature(system, token));
  if (!known || hasExpired(system, known.claims)) return undefined;
  // Withdrawing a key invalidates the tokens that it signed, including cached ones.
  if (!(await publicKey(system, known.kid))) return undefined;
  if (!verified.has(token)) verified.set(token, known);
  return known.claims;
}

/**
 * Returns the claims of a token that this service signed, even if the token has expired. Undefined for any other token.
 */
export async function signedClaims(system: System, token: string): Promise<AccessTokenClaims | undefined> {
  return (verified.get(token) ?? (await verifySignature(system, token)))?.claims;
}

/** Returns why a token is not valid. For operators; callers do not see it. */
export async function tokenProblem(system: System, token: string): Promise<string> {
  const kid = keyIdOf(token);
  if (kid === undefined) return 'it is not an access token of this service';
  if (!(await publicKey(system, kid)))
    return 'the key that signed it is not valid any more, or belongs to another installation';
  const claims = await signedClaims(system, token);
  if (!claims) return 'its signature is wrong';
  if (hasExpired(system, claims)) return 'it has expired';
  return 'it was revoked, or its client was';
}

async function verifySignature(system: System, token: string) {
  const kid = keyIdOf(token);
  const key = kid === undefined ? undefined : await publicKey(system, kid);
  if (kid === undefined || !key) return undefined;
  const result = await compactVerify(token, key, { algorithms: [ALGORITHM] }).catch(() => undefined);
  if (!result) return undefined;
  const claims: AccessTokenClaims = JSON.parse(new TextDecoder().decode(result.payload));
  return { kid, claims };
}

/** Returns the ID of the key that a token names, or undefined if the token cannot be from this service. */
function keyIdOf(token: string): string | undefined {
  const segments = token.split('.');
  // Several base64url texts can decode to the same bytes. Only the canonical text of a token is accepted.
  const canonical = (text: string) => Buffer.from(text, 'base64url').toString('base64url') === text;
  if (token.length > MAX_BYTES || segments.length !== 3 || !segments.every(canonical)) return undefined;
  const header = parseObject(Buffer.from(segments[0] ?? '', 'base64url'));
  return header?.typ === TYPE && typeof header.kid === 'string' ? header.kid : undefined;
}
