import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { System } from '../domain/context.ts';
import { callerIfKnown } from './caller.ts';
import { WRITES } from './idempotency.ts';
import { cookieIn, cookieOf } from './session/cookie.ts';
import { isFromDashboard } from './session/same-origin.ts';

const HEADER = 'flightline-position';
const COOKIE = 'flightline_position';
/** A replica in use is never further behind than this. */
const LIFETIME_S = 60;
/** Not a position: the primary serves the reads of a caller who sends it. */
const NEWEST = 'newest';

/**
 * Adds the position of a write to the response, so that the next read can wait for it on the replica. Uses
 * a header, for the dashboard a cookie.
 */
export function exposePosition(
  app: FastifyInstance,
  options: { system: System; isWrite?: (request: FastifyRequest) => boolean },
): void {
  const { system, isWrite = ({ method }) => WRITES.has(method) } = options;
  const { replica } = system;
  if (!replica) return;
  app.addHook('onSend', async (request, reply) => {
    if (!callerIfKnown(request) || !isWrite(request)) return;
    const position = await replica.position().catch(() => NEWEST);
    reply.header(HEADER, position);
    if (isFromDashboard(system, request))
      reply.header('set-cookie', cookieOf(system, { name: COOKIE, value: position, lifetimeS: LIFETIME_S }));
  });
}

/** Returns the position of the caller's last write, as the caller sends it. Undefined if it sends none. */
export function positionOf(system: System, request: Pick<FastifyRequest, 'headers'>): string | undefined {
  const given = request.headers[HEADER];
  if (given !== undefined) return String(given);
  return isFromDashboard(system, request) ? cookieIn(system, request, COOKIE) : undefined;
}
