import type { FastifyRequest } from 'fastify';
import type { System } from '../../domain/context.ts';
import { parseObject } from '../../domain/identity/assertions/strict-json.ts';
import { isClientId } from '../../domain/identity/client-id.ts';
import { signedClaims } from '../../domain/identity/tokens/access-token.ts';
import { bearerToken } from '../credentials.ts';

/** Whose token a call carries, in any of the headers that the interfaces document; it may have expired. */
export async function callerOfSandbox(
  system: System,
  request: FastifyRequest,
): Promise<{ clientId: string; expiresAt: Date } | undefined> {
  const { 'x-auth-token': given, authorization } = request.headers;
  const token = given?.toString() ?? bearerToken(request) ?? authorization;
  const claims = token === undefined ? undefined : await signedClaims(system, token);
  return claims && { clientId: claims.client_id, expiresAt: new Date(claims.exp * 1000) };
}

/** The client that a request at the token endpoint says to be from; not proven yet. */
export function clientInAssertion(body: unknown): string | undefined {
  const assertion = new URLSearchParams(String(body ?? '')).get('client_assertion');
  const claims = /^[^.]+\.([A-Za-z0-9_-]{1,8192})\./.exec(assertion ?? '')?.[1];
  const sub = parseObject(Buffer.from(claims ?? '', 'base64url'))?.sub;
  return isClientId(sub) ? sub : undefined;
}
