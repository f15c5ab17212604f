import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { System } from '../domain/context.ts';
import { callerIfKnown } from './caller.ts';
import { WRITES } from './idempotency.ts';
import { cookieIn, cookieOf } from './session/cookie.ts';
import { isFromDashboard } from './session/same-origin.ts';

const HEADER = 'flightline-position';
const COOKIE = 'flightline_position';
/** A replica that is asked is never so far behind. */
const LIFETIME_S = 60;
/** No position: whoever sends it is answered by the primary. */
const NEWEST = 'newest';

/** Tells those who write how far the replica has to be for their next read: in a header, the dashboard in a cookie. */
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

/** What the caller wrote last, as it was told; undefined if it says nothing. */
export function positionOf(system: System, request: Pick<FastifyRequest, 'headers'>): string | undefined {
  const given = request.headers[HEADER];
  if (given !== undefined) return String(given);
  return isFromDashboard(system, request) ? cookieIn(system, request, COOKIE) : undefined;
}
