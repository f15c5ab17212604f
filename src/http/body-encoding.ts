import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpFault } from './faults.ts';

/**
 * Refuses compressed bodies, which would otherwise be reported as malformed. `Accept-Encoding` names the
 * accepted encodings (RFC 9110, 12.5.3). A transfer coding other than `chunked` is not implemented.
 */
export function refuseEncodings(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'content-encoding': encoding = '', 'transfer-encoding': transfer = 'chunked' } = request.headers;
    const isPlain = /^(identity)?$/i.test(encoding.trim());
    // Node ignores all but the last (RFC 9112, 6.1).
    if (!/^chunked$/i.test(transfer.trim())) done(new HttpFault('NOT_IMPLEMENTED'));
    else if (isPlain || !hasBody(request)) done(null, payload);
    else done(new HttpFault('UNSUPPORTED_ENCODING', { 'accept-encoding': 'identity' }));
  });
}

export function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}
