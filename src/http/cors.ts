import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whatever the setting allows, pages of other origins may not read this route. */
    sameOrigin?: true;
  }
}

/** Browsers keep the answer to a preflight for two hours at most. */
const PREFLIGHT_S = 7200;
const METHODS = 'GET, HEAD, POST, PUT, DELETE';
/** What clients read of an answer; a browser hides all others from a page of another origin. */
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
 * The CORS headers of every answer to `origin`. `@fastify/cors` is not used: it cannot add them to what the HTTP
 * parser refuses, and it answers every OPTIONS where the interfaces document 405.
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

/** Lets pages of the origins in `FLIGHTLINE_CORS_ORIGINS` call every interface, and read refusals too. */
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
        // A caller proves itself with its token, so there is nothing to protect in a header's name.
        ...(requested && { 'access-control-allow-headers': requested }),
        'access-control-max-age': PREFLIGHT_S,
        vary: 'access-control-request-headers',
      })
      .send();
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(headersFor(request));
    // A cache must not give one origin's answer to another.
    const vary = reply.getHeader('vary');
    if (!isForAll) reply.header('vary', vary === undefined ? 'origin' : `${vary}, origin`);
    done(null, payload);
  });
}
