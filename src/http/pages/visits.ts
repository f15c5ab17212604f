import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

/** Returns whether a person's browser opens an address. Clients send a token. */
export function isBrowserVisit({ method, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && headers.authorization === undefined && /\btext\/html\b/.test(headers.accept ?? '');
}

/**
 * Redirects a visitor of `/` to the dashboard. The redirect is relative, since a proxy may serve us under a
 * path.
 */
export function redirectToStart(reply: FastifyReply, config: Pick<Config, 'dashboard'>): FastifyReply {
  return reply
    .headers({ vary: 'accept, authorization' })
    .redirect(config.dashboard ? 'dashboard' : 'docs', 302);
}
