import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { System } from '../domain/context.ts';
import { withoutNames } from '../logger.ts';
import { notesIfAny } from './call-notes.ts';
import { callerIfKnown } from './caller.ts';

/** A line for every answered request: what was asked, who asked, and what became of it. */
export function logAccess(app: FastifyInstance, { log }: Pick<System, 'log'>): void {
  const accessLog = withoutNames(log);
  app.addHook('onResponse', (request, reply, done) => {
    // Never the query string: on intake it carries identities and on downloads a signature.
    accessLog.info({
      requestId: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      ms: tenths(reply.elapsedTime),
      ...whoAsked(request),
      ...whatRan(request),
    });
    done();
  });
}

export const tenths = (ms: number): number => Math.round(ms * 10) / 10;

function whoAsked(request: FastifyRequest) {
  const ctx = callerIfKnown(request);
  if (ctx) return { client: ctx.actor.clientId, user: ctx.actor.userId, seat: ctx.seatId };
  const intake = request.intakeCaller;
  return intake?.clientId ? { client: intake.clientId, seat: intake.seatId } : undefined;
}

function whatRan(request: FastifyRequest) {
  const notes = notesIfAny(request);
  return notes && { operation: notes.operation, cost: notes.cost, errors: notes.errors };
}
