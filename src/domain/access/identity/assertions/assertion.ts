import { authenticationFailed, invalidAssertion } from '../oauth-error.ts';
import { parseObject } from './strict-json.ts';

export const MAX_BYTES = 8192;
const MAX_LIFETIME_S = 86_400;
/** How far the clock of a caller can be ahead. */
export const CLOCK_SKEW_S = 60;
/** The longest part of a wrong audience that is logged. */
const LOGGED_AUDIENCE = 300;
const COMPACT_JWS = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A client assertion with valid claims. Its signature and reuse have not been checked yet. */
export interface Assertion {
  readonly clientId: string;
  readonly jti: string | undefined;
  /** Seconds since the epoch, by the clock of the service. */
  readonly expiresAt: number;
  /** The signed text: header and claims as sent. */
  readonly signingInput: string;
  /** Compared as text, because several texts decode to the same bytes. */
  readonly signature: string;
}

/**
 * Parses a client assertion and checks everything that needs no secret. Throws OAuthError: malformed ones as `Client
 * authentication failed`, well-formed ones that fail on time, audience or client ID as `JWT is has expired or is not
 * valid`.
 */
export function readAssertion(options: {
  readonly text: string;
  readonly audiences: readonly string[];
  readonly requiresUuid: boolean;
  /** The current time in seconds since the epoch, followed by other clocks that a caller may use. */
  readonly clocks: readonly [number, ...number[]];
}): Assertion {
  const { text, audiences, requiresUuid, clocks } = options;
  if (text.length > MAX_BYTES) throw authenticationFailed('the assertion is longer than 8 KiB');
  if (!COMPACT_JWS.test(text)) throw authenticationFailed('the assertion is not three base64url segments');
  const [header = '', payload = '', signature = ''] = text.split('.');
  checkHeader(parseObject(Buffer.from(header, 'base64url')));

  const claims = parseObject(Buffer.from(payload, 'base64url'));
  if (!claims) throw authenticationFailed('the claims are not a JSON object with distinct keys');
  const { iss, sub, aud, jti } = claims;
  const exp = numberClaim(claims, 'exp');
  const iat = numberClaim(claims, 'iat');
  if (typeof iss !== 'string' || typeof sub !== 'string')
    throw authenticationFailed('iss or sub is not a text');
  if (aud === undefined || aud === null) throw authenticationFailed('aud is missing');
  if (jti !== undefined && typeof jti !== 'string') throw authenticationFailed('jti is not a text');

  // Checked before the realm's own rules: an assertion for another realm is valid but was sent to the wrong realm.
  if (typeof aud !== 'string' || !audiences.includes(aud)) throw wrongAudience(aud);
  if (requiresUuid && !(jti && UUID.test(jti))) throw authenticationFailed('jti is not a UUID');

  if (iss !== sub) throw invalidAssertion('iss and sub differ');
  if (exp - iat >= MAX_LIFETIME_S) throw invalidAssertion('exp is 24 hours or more after iat');
  const times = { exp, iat, nbf: claims.nbf === undefined ? iat : numberClaim(claims, 'nbf') };
  const [now] = clocks;
  const clock = clocks.find((one) => timeProblem(times, one) === undefined);
  if (clock === undefined) throw invalidAssertion(timeProblem(times, now) ?? '');
  const expiresAt = exp + now - clock;
  return { clientId: iss, jti, expiresAt, signingInput: `${header}.${payload}`, signature };
}

function timeProblem(
  { exp, iat, nbf }: { exp: number; iat: number; nbf: number },
  now: number,
): string | undefined {
  if (exp <= now) return 'expired';
  if (iat > now + CLOCK_SKEW_S) return 'iat is in the future';
  return nbf > now + CLOCK_SKEW_S ? 'nbf is in the future' : undefined;
}

/**
 * The log names the setting that an operator has to change: clients of other platforms have their audience built in.
 */
function wrongAudience(aud: unknown) {
  const sent = JSON.stringify(aud).slice(0, LOGGED_AUDIENCE);
  return invalidAssertion(
    `wrong audience ${sent}: FLIGHTLINE_PUBLIC_URL lists the origins that are accepted`,
  );
}

/** Only HS256. Key hints (`kid`, `jwk`, `jku`, `x5u`) are ignored. */
function checkHeader(header: Record<string, unknown> | undefined): void {
  if (!header) throw authenticationFailed('the header is not a JSON object with distinct keys');
  if (header.alg !== 'HS256') throw authenticationFailed('alg is not HS256');
  if (header.typ !== undefined && String(header.typ).toUpperCase() !== 'JWT')
    throw authenticationFailed('typ is not JWT');
  if (header.crit !== undefined) throw authenticationFailed('crit is not supported');
  if (header.b64 !== undefined && header.b64 !== true) throw authenticationFailed('b64 is not supported');
}

function numberClaim(claims: Record<string, unknown>, name: string): number {
  const value = claims[name];
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw authenticationFailed(`${name} is missing or not a number`);
  return value;
}
