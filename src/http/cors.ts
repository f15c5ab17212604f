import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of other origins may not read this route, whatever the setting allows. */
    sameOrigin?: true;
  }
}

/** Browsers cache the response to a preflight for at most two hours. */
const PREFLIGHT_S = 7200;
const METHODS = 'GET, HEAD, POST, PUT, DELETE';
/** The response headers that clients read. A browser hides all others from a page of another origin. */
const EXPOSED_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
  'X-Ignored-Fields',
  'X-Invalid-Parameter',
  'Idempotency-Replayed',
  'Allow',
  'WWW-Authenticate',
  'ETag',
  'Accept-Ranges',
  'Content-Range',
  'Content-Disposition',
  'Flightline-Position',
  'X-Flightline-Fault-Applied',
] as const;

type Headers = Readonly<Record<string, string>>;

/**
 * Returns the CORS headers of every response to `origin`. `@fastify/cors` is not used: it cannot add them
 * to errors of the HTTP parser, and it answers every OPTIONS request where the interfaces document 405.
 */
export function corsHeaders(
  { corsOrigins }: Pick<Config, 'corsOrigins'>,
  origin: string | undefined,
): Headers {
  if (corsOrigins.has('*'))
    return {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
    };
  if (origin === undefined || !corsOrigins.has(origin)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
  };
}

/**
 * Allows pages of the origins in `FLIGHTLINE_CORS_ORIGINS` to call every interface, and to read error
 * responses.
 */
export function allowOrigins(app: FastifyInstance, config: Pick<Config, 'corsOrigins'>): void {
  if (config.corsOrigins.size === 0) return;
  const isForAll = config.corsOrigins.has('*');
  const headersFor = ({ headers, routeOptions }: FastifyRequest): Headers =>
    routeOptions.config?.sameOrigin ? {} : corsHeaders(config, headers.origin);

  app.addHook('onRequest', (request, reply, done) => {
    const method = request.headers['access-control-request-method'];
    const isPreflight = request.method === 'OPTIONS' && request.headers.origin !== undefined && method;
    if (!isPreflight || !headersFor(request)['access-control-allow-origin']) return done();
    const requested = request.headers['access-control-request-headers'];
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': METHODS,
        // The caller authenticates with its token, so any header name can be allowed.
        ...(requested && { 'access-control-allow-headers': requested }),
        'access-control-max-age': PREFLIGHT_S,
        vary: 'access-control-request-headers',
      })
      .send();
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(headersFor(request));
    // A cache must not send the response for one origin to another.
    const vary = reply.getHeader('vary');
    if (!isForAll) reply.header('vary', vary === undefined ? 'origin' : `${vary}, origin`);
    done(null, payload);
  });
}
