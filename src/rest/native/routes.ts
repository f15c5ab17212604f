import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DomainContext, System } from '../../domain/context.ts';
import { UnauthenticatedError } from '../../domain/errors.ts';
import { authenticate } from '../../domain/identity/authenticate.ts';
import { authorizeNativeWrite, checkFeature } from '../../domain/native/access.ts';
import { trackMethods } from '../../http/server.ts';
import { dictionaryRoutes } from './dictionary.ts';
import { objectRoutes } from './objects.ts';
import type { NativeRoute } from './route.ts';

/** The native interface (section 3): paths under /v3/rest. */
export async function nativeRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { system } = options;
  const { refuseOthers } = trackMethods(app);
  const contexts = new WeakMap<FastifyRequest, DomainContext>();
  takeJsonOnly(app);

  const route: NativeRoute = (method, path, feature, handler) => {
    app.route({
      method,
      url: `/v3/rest${path}`,
      exposeHeadRoute: false,
      // Before the body is read: what is refused anyway need not send one.
      onRequest: async (request) => {
        const ctx = await authenticate({ system, requestId: request.id, ...credentials(request) });
        if (feature !== undefined) checkFeature(ctx, feature);
        if (feature !== undefined && method !== 'GET') authorizeNativeWrite(ctx, feature);
        contexts.set(request, ctx);
      },
      handler: async (request, reply) => {
        const ctx = contexts.get(request);
        if (!ctx) throw new UnauthenticatedError();
        return await handler({
          ctx,
          params: request.params as Record<string, string>,
          query: request.query as Record<string, unknown>,
          body: request.body,
          header: (name) => request.headers[name]?.toString(),
          reply,
        });
      },
    });
  };

  objectRoutes(route);
  dictionaryRoutes(route, system);
  refuseOthers();
}

/** Bodies are JSON; none at all is fine where none is needed, whatever its Content-Type says. */
function takeJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}

/** `Authorization: Bearer` or `X-Auth-Method: OAuth2` with `X-Auth-Token` (RULINGS N1, G4). */
function credentials(request: FastifyRequest) {
  const {
    authorization,
    'x-auth-method': method,
    'x-auth-token': token,
    'x-seat-id': seatHeader,
  } = request.headers;
  const { seatId = seatHeader } = request.query as Record<string, unknown>;
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  const own = String(method).toLowerCase() === 'oauth2' && typeof token === 'string' ? token : undefined;
  return {
    token: bearer ?? own,
    seat: typeof seatId === 'string' ? seatId : undefined,
    scope: 'dsp-api-access',
  };
}
