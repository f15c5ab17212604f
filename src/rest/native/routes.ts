import type { FastifyInstance } from 'fastify';
import type { System } from '../../domain/context.ts';
import { authorizeNativeWrite, checkFeature } from '../../domain/native/batch/access.ts';
import { callerOf, setCaller } from '../../http/caller.ts';
import { replayWrites } from '../../http/idempotency.ts';
import { acceptJson } from '../../http/json.ts';
import { exposePosition } from '../../http/position.ts';
import { refuseUnreadableQueries } from '../../http/query-encoding.ts';
import { trackMethods } from '../../http/server.ts';
import { JsonText } from '../../resources/read/answer.ts';
import { signIn, withDocumentedInputs } from '../sign-in.ts';
import { dictionaryRoutes } from './dictionary.ts';
import { objectRoutes } from './objects.ts';
import type { NativeRoute } from './route.ts';

/** The native interface: paths under /v3/rest. */
export async function nativeRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { system } = options;
  const { refuseOthers } = trackMethods(app);
  refuseUnreadableQueries(app);
  replayWrites(app);
  exposePosition(app, { system });
  // An operation without a required body accepts an empty one with any Content-Type.
  acceptJson(app, { emptyIsNone: true });

  const route: NativeRoute = (method, path, feature, handler) => {
    app.route({
      method,
      url: `/v3/rest${path}`,
      // Runs before the body is read, so that a refused request need not send it.
      onRequest: async (request) => {
        const ctx = await signIn(system, request, { takesBearer: true });
        if (feature !== undefined) checkFeature(ctx, feature);
        if (feature !== undefined && method !== 'GET') authorizeNativeWrite(ctx, feature);
        setCaller(request, withDocumentedInputs(ctx));
      },
      handler: async (request, reply) => {
        const body = await handler({
          ctx: callerOf(request),
          params: request.params as Record<string, string>,
          query: request.query as Record<string, unknown>,
          body: request.body,
          header: (name) => request.headers[name]?.toString(),
          reply,
        });
        if (!(body instanceof JsonText)) return body;
        return reply.type('application/json; charset=utf-8').send(body.text);
      },
    });
  };

  objectRoutes(route);
  dictionaryRoutes(route, system);
  refuseOthers();
}
