import type { FastifyRequest } from 'fastify';
import type { DomainContext } from '../domain/context.ts';
import { UnauthenticatedError } from '../domain/errors.ts';
import type { IntakeCaller } from '../domain/events/intake/caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of an intake request, once its token is verified. On other paths, use `callerOf`. */
    intakeCaller: IntakeCaller | undefined;
    /** Set by `setCaller`. A property of the request is faster than an entry in a WeakMap. */
    caller: DomainContext | undefined;
  }
}

/** Sets the caller of a request, once its token is verified. */
export function setCaller(request: FastifyRequest, ctx: DomainContext): void {
  request.caller = ctx;
}

/** Returns the context of a request whose token was verified. Undefined before that and on public paths. */
export function callerIfKnown(request: FastifyRequest): DomainContext | undefined {
  return request.caller;
}

export function callerOf(request: Pick<FastifyRequest, 'caller'>): DomainContext {
  const ctx = request.caller;
  if (!ctx) throw new UnauthenticatedError();
  return ctx;
}

/** The IDs of a caller in logs and traces. */
export interface CallerIds {
  readonly client: string;
  readonly user?: number;
  readonly seat: number | undefined;
}

export const callerIdsOf = ({ actor, seatId }: DomainContext): CallerIds => ({
  client: actor.clientId,
  user: actor.userId,
  seat: seatId,
});

/** Returns the IDs on every interface. Undefined without a verified token. */
export function callerIdsIfKnown(
  request: Pick<FastifyRequest, 'caller' | 'intakeCaller'>,
): CallerIds | undefined {
  const ctx = request.caller;
  if (ctx) return callerIdsOf(ctx);
  const intake = request.intakeCaller;
  return intake?.clientId ? { client: intake.clientId, seat: intake.seatId } : undefined;
}
