import type { FastifyRequest } from 'fastify';
import { authenticate } from '../domain/access/identity/authenticate.ts';
import { DSP_SCOPE } from '../domain/access/identity/realms.ts';
import { wireOfToken } from '../domain/access/identity/tokens/wire-of-token.ts';
import type { DomainContext, System } from '../domain/context.ts';
import { isDomainError, UnauthenticatedError } from '../domain/errors.ts';
import { bearerToken, namedSeat, xAuthToken } from '../http/credentials.ts';
import { OBSERVED_AUTH_METHOD } from './wire/auth-method.ts';
import { setWireProfile } from './wire/request-state.ts';

/**
 * Authenticates a call of a management path by `X-Auth-Token` or, on interfaces that support it, by `Authorization:
 * Bearer`. Throws UnauthenticatedError, and NotFoundError for a seat that the caller does not belong to.
 */
export async function signIn(
  system: System,
  request: FastifyRequest,
  { takesBearer = false } = {},
): Promise<DomainContext> {
  const documented = (takesBearer ? bearerToken(request) : undefined) ?? xAuthToken(request);
  const token = documented ?? xAuthToken(request, OBSERVED_AUTH_METHOD);
  const call = { system, token, scope: DSP_SCOPE, seat: namedSeat(request), requestId: request.id };
  const ctx = await authenticate(call).catch(async (error: unknown) => {
    // The wording of an error depends on the client's profile, which is known even if the token is refused.
    if (token !== undefined && isDomainError(error))
      setWireProfile(request, await wireOfToken(system, token));
    throw error;
  });
  setWireProfile(request, ctx.actor.wire);
  if (documented === undefined && ctx.actor.wire !== 'observed') throw new UnauthenticatedError();
  return ctx;
}

/** Fields of inputs that REST's documents lack are unknown to this caller. Changes the context: a copy takes 15 µs. */
export const withDocumentedInputs = (ctx: DomainContext): DomainContext =>
  Object.assign(ctx, { hasDocumentedInputs: true as const });
