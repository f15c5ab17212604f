import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { System } from '../../domain/context.ts';
import { UnauthenticatedError } from '../../domain/errors.ts';
import { callerOf, setCaller } from '../../http/caller.ts';
import { HttpFault } from '../../http/faults.ts';
import { replayWrites } from '../../http/idempotency.ts';
import { exposePosition } from '../../http/position.ts';
import { refuseUnreadableQueries } from '../../http/query-encoding.ts';
import { trackMethods } from '../../http/server.ts';
import { JsonText } from '../../resources/read/answer.ts';
import { ignoredFieldsHeader } from '../ignored-fields.ts';
import { signIn, withDocumentedInputs } from '../sign-in.ts';
import { listQuery } from '../wire/list-parameters.ts';
import { OBSERVED_PATHS } from '../wire/paths/paths.ts';
import { translateObserved } from '../wire/translate.ts';
import { adRoutes } from './ads.ts';
import { advertiserRoutes } from './advertisers.ts';
import { bidMultiplierRoutes } from './bid-multipliers.ts';
import { dealRoutes } from './deals.ts';
import { envelope, envelopeText } from './envelope.ts';
import { lineRoutes } from './lines.ts';
import { nativeListRoutes } from './native-lists.ts';
import { productSetRoutes } from './product-sets.ts';
import { limitCalls, rateLimitRoutes } from './rate-limit.ts';
import type { TrafficRoute } from './route.ts';
import { targetingRoutes } from './targeting.ts';

/** The traffic interface: paths under /traffic. */
export async function trafficRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { system } = options;
  const { refuseOthers, refusePaths } = trackMethods(app);
  refuseUnreadableQueries(app);
  replayWrites(app);
  exposePosition(app, { system });
  translateObserved(app, { system });

  async function enter(request: FastifyRequest, reply: FastifyReply, wire?: 'observed'): Promise<void> {
    const ctx = await signIn(system, request);
    setCaller(request, ctx.actor.wire === 'observed' ? ctx : withDocumentedInputs(ctx));
    await limitCalls(request, reply, ctx);
    // For other clients, the path does not exist.
    if (wire && ctx.actor.wire !== wire) throw new HttpFault('ROUTE_NOT_FOUND');
  }

  /** A request that is refused anyway needs no token. With a token it is counted, and the response has the headers. */
  async function enterIfKnown(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await enter(request, reply).catch((error) => {
      if (!(error instanceof UnauthenticatedError)) throw error;
    });
  }

  const route: TrafficRoute = (method, path, handler, wire) => {
    app.route({
      method,
      url: `/traffic${path}`,
      config: wire ? { wire } : {},
      onRequest: (request, reply) => enter(request, reply, wire),
      handler: async (request, reply) => {
        const ctx = callerOf(request);
        const response = await handler({
          ctx,
          params: request.params as Record<string, string>,
          query: listQuery(ctx, path, request.query as Record<string, string>),
          body: request.body,
        });
        reply.headers(ignoredFieldsHeader(ctx));
        if (!(response instanceof JsonText)) return envelope(response, system.now());
        // The translation for clients of the observed profile needs objects.
        if (ctx.actor.wire === 'observed') return envelope(JSON.parse(response.text), system.now());
        return reply.type('application/json; charset=utf-8').send(envelopeText(response, system.now()));
      },
    });
  };

  advertiserRoutes(route);
  bidMultiplierRoutes(route);
  dealRoutes(route);
  nativeListRoutes(route);
  productSetRoutes(route);
  adRoutes(route);
  lineRoutes(route);
  targetingRoutes(route);
  rateLimitRoutes(route);
  for (const { method, path, handler } of OBSERVED_PATHS) route(method, path, handler, 'observed');
  refuseOthers({
    admit: (request, reply, url) =>
      undocumented.has(url) ? enter(request, reply, 'observed') : enterIfKnown(request, reply),
  });
  refusePaths({ below: '/traffic', admit: enterIfKnown });
}

const undocumented = new Set(OBSERVED_PATHS.map(({ path }) => `/traffic${path}`));
