import type { FastifyInstance } from 'fastify';
import { HttpFault } from './faults.ts';

const MESSAGE = 'The query string is not valid percent-encoded UTF-8.';

/**
 * Refuses query strings with an invalid encoding, for all routes of a plugin. The parser would take them
 * literally.
 */
export function refuseUnreadableQueries(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (isReadable(request.url)) done(null, payload);
    else done(new HttpFault('BAD_REQUEST', {}, MESSAGE));
  });
}

function isReadable(url: string): boolean {
  const at = url.indexOf('?');
  const query = at < 0 ? '' : url.slice(at + 1);
  if (/[^!-~]/.test(query)) return false;
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}
