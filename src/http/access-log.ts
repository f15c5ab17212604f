import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { System } from '../domain/context.ts';
import { withoutNames } from '../logger.ts';
import { traceIdOf } from '../tracing/requests.ts';
import { notesIfAny } from './call-notes.ts';
import { askerIfKnown } from './caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Its answer has ended, and its line is written. */
    isAnswered: boolean | undefined;
  }
}

/** A line for every request once its answer has ended: what was asked, who asked, and what became of it. */
export function logAccess(app: FastifyInstance, { log }: Pick<System, 'log'>): void {
  const accessLog = withoutNames(log);
  const write = (request: FastifyRequest, reply: FastifyReply, more?: { aborted: true }) =>
    // Never the query string: on intake it carries identities and on downloads a signature.
    accessLog.info({
      requestId: request.id,
      traceId: traceIdOf(request),
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      ms: tenths(reply.elapsedTime),
      ...askerIfKnown(request),
      ...notesIfAny(request)?.line,
      ...more,
    });
  app.addHook('onRequest', (request, reply, done) => {
    // The client left: of a stream that is how most end, and Fastify has no hook for it.
    reply.raw.once('close', () => {
      if (!request.isAnswered) write(request, reply, { aborted: true });
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.isAnswered = true;
    write(request, reply);
    done();
  });
}

export const tenths = (ms: number): number => Math.round(ms * 10) / 10;
