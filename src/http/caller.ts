import type { FastifyRequest } from 'fastify';
import type { DomainContext } from '../domain/context.ts';
import { UnauthenticatedError } from '../domain/errors.ts';
import type { IntakeCaller } from '../domain/events/intake/caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who posts, on the paths of intake, once the token is verified; elsewhere `callerOf` says it. */
    intakeCaller: IntakeCaller | undefined;
    /** As `setCaller` notes it: a field costs less than an entry of a WeakMap for each request. */
    caller: DomainContext | undefined;
  }
}

/** Notes who sent a request, once its token is verified; what comes after it asks here. */
export function setCaller(request: FastifyRequest, ctx: DomainContext): void {
  request.caller = ctx;
}

/** The context of a request whose token was verified; undefined before that and on open paths. */
export function callerIfKnown(request: FastifyRequest): DomainContext | undefined {
  return request.caller;
}

export function callerOf(request: Pick<FastifyRequest, 'caller'>): DomainContext {
  const ctx = request.caller;
  if (!ctx) throw new UnauthenticatedError();
  return ctx;
}

/** Who sent a request, as the log and the trace name it. */
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

/** On every interface; undefined without a verified token. */
export function callerIdsIfKnown(
  request: Pick<FastifyRequest, 'caller' | 'intakeCaller'>,
): CallerIds | undefined {
  const ctx = request.caller;
  if (ctx) return callerIdsOf(ctx);
  const intake = request.intakeCaller;
  return intake?.clientId ? { client: intake.clientId, seat: intake.seatId } : undefined;
}
