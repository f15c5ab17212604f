import type { FastifyRequest } from 'fastify';
import { verifyAssertion } from '../../domain/access/identity/assertions/authenticate-client.ts';
import { parseObject } from '../../domain/access/identity/assertions/strict-json.ts';
import {
  type TokenEndpoint,
  tokenEndpointAt,
} from '../../domain/access/identity/assertions/token-endpoint.ts';
import { isClientId } from '../../domain/access/identity/client-id.ts';
import { OAuthError } from '../../domain/access/identity/oauth-error.ts';
import { signedClaims, verifyAccessToken } from '../../domain/access/identity/tokens/access-token.ts';
import { liveAccess } from '../../domain/access/identity/tokens/live-access.ts';
import type { System } from '../../domain/context.ts';
import { bearerToken } from '../credentials.ts';

/**
 * Returns the caller of the token in any of the headers that the interfaces document. The token may have
 * expired.
 */
export async function callerOfSandbox(
  system: System,
  request: FastifyRequest,
): Promise<{ clientId: string; expiresAt: Date } | undefined> {
  const token = tokenOf(request);
  const claims = token === undefined ? undefined : await signedClaims(system, token);
  return claims && { clientId: claims.client_id, expiresAt: new Date(claims.exp * 1000) };
}

/** Returns the client of a valid token. */
export async function clientOfToken(system: System, request: FastifyRequest): Promise<string | undefined> {
  const token = tokenOf(request);
  const claims = token === undefined ? undefined : await verifyAccessToken(system, token);
  return claims && (await liveAccess(system, claims)) ? claims.client_id : undefined;
}

/**
 * Returns the client that signed the assertion of a token request. The assertion can still be used
 * afterwards.
 */
export async function clientOfAssertion(
  system: System,
  { body, routeOptions }: FastifyRequest,
): Promise<string | undefined> {
  try {
    const form = new Map(new URLSearchParams(typeof body === 'string' ? body : ''));
    return (await verifyAssertion(system, form, tokenEndpointAt(routeOptions.url ?? ''))).client.id;
  } catch (error) {
    if (error instanceof OAuthError) return undefined;
    throw error;
  }
}

/**
 * Returns the client in an assertion. Call it only after the token endpoint has accepted the assertion,
 * because the content of a refused one is unverified.
 */
export function clientInAssertion(body: unknown, { clientIdOf }: TokenEndpoint): string | undefined {
  const assertion = new URLSearchParams(String(body ?? '')).get('client_assertion');
  const claims = /^[^.]+\.([A-Za-z0-9_-]{1,8192})\./.exec(assertion ?? '')?.[1];
  const sub = parseObject(Buffer.from(claims ?? '', 'base64url'))?.sub;
  const id = typeof sub === 'string' ? clientIdOf(sub) : undefined;
  return isClientId(id) ? id : undefined;
}

function tokenOf(request: FastifyRequest): string | undefined {
  const { 'x-auth-token': given, authorization } = request.headers;
  return given?.toString() ?? bearerToken(request) ?? authorization;
}
