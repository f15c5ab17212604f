import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

/** A person's browser that opens an address, as opposed to a client: clients send a token. */
export function isVisit({ method, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && headers.authorization === undefined && /\btext\/html\b/.test(headers.accept ?? '');
}

/** Sends a visitor of `/` to the dashboard; relative, since a proxy may serve us under a path. */
export function welcome(reply: FastifyReply, config: Pick<Config, 'dashboard'>): FastifyReply {
  return reply
    .headers({ vary: 'accept, authorization' })
    .redirect(config.dashboard ? 'dashboard' : 'docs', 302);
}
