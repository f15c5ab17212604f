import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { System } from '../../domain/context.ts';
import { withoutAddress } from '../../domain/events/intake/address.ts';
import { withoutNames } from '../../platform/log/logger.ts';
import { callerIdsIfKnown } from '../caller.ts';
import { clientAddress } from '../client-address.ts';
import { delegatedCall } from '../direct/call.ts';
import { notesIfAny } from './call-notes.ts';
import { traceIdOf } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the response has ended and its log line is written. */
    isAnswered: boolean | undefined;
  }
}

interface AccessLine {
  readonly requestId: string;
  readonly traceId?: string | undefined;
  readonly method: string;
  readonly path: string | undefined;
  readonly status: number;
  readonly ms: number;
  /** The address of the caller. */
  readonly address: string;
  readonly client?: string | undefined;
  readonly seat?: number | undefined;
  readonly cost?: number | undefined;
  readonly aborted?: true;
}

/** Returns a function that writes the log line of a request: the call, its caller, and the result. */
export function accessLog({ log, usage }: Pick<System, 'log' | 'usage'>): (line: AccessLine) => void {
  const lines = withoutNames(log);
  return (line) => {
    usage?.count(line);
    lines.info(line);
  };
}

/** Logs every request when its response has ended. */
export function logAccess(app: FastifyInstance, system: Pick<System, 'log' | 'usage' | 'config'>): void {
  const writeLine = accessLog(system);
  const addressOf = clientAddress(system.config.trustedProxies);
  const write = (request: FastifyRequest, reply: FastifyReply, more?: { aborted: true }) =>
    writeLine({
      requestId: request.id,
      traceId: traceIdOf(request),
      method: request.method,
      // Never log the query string: on intake it contains identities, on downloads a signature.
      path: withoutAddress(request.url.split('?', 1)[0]),
      status: reply.statusCode,
      ms: tenths(elapsedMs(request, reply)),
      address: addressOf(request.raw),
      ...callerIdsIfKnown(request),
      ...notesIfAny(request)?.line,
      ...more,
    });
  app.addHook('onRequest', (request, reply, done) => {
    // The client disconnected. Most streams end this way, and Fastify has no hook for it.
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

/** Returns the time since the request began, even if its route was called later. */
export function elapsedMs(request: FastifyRequest, reply: FastifyReply): number {
  const before = delegatedCall(request);
  return before ? performance.now() - before.beganAt : reply.elapsedTime;
}

export const tenths = (ms: number): number => Math.round(ms * 10) / 10;
