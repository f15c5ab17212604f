import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpFault } from './faults.ts';

/**
 * Refuses compressed bodies, which would otherwise be reported as malformed. `Accept-Encoding` names the
 * accepted encodings (RFC 9110, 12.5.3).
 */
export function refuseEncodings(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'content-encoding': encoding = '' } = request.headers;
    const isPlain = /^(identity)?$/i.test(encoding.trim());
    if (isPlain || !hasBody(request)) done(null, payload);
    else done(new HttpFault('UNSUPPORTED_ENCODING', { 'accept-encoding': 'identity' }));
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}
