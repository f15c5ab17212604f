import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { System } from '../../domain/context.ts';
import { bearerToken } from '../../http/credentials.ts';
import { HttpFault } from '../../http/faults.ts';
import { isLocal } from '../../http/local.ts';
import { createServer, trackMethods } from '../../http/server.ts';
import { shared } from '../../platform/metrics/shared.ts';
import { renderMetrics } from '../metrics/render.ts';
import { readiness } from './ready.ts';

/** The maximum number of connections of probes and scrapers. */
const MAX_CONNECTIONS = 64;
const SILENT_MS = 10_000;

/** Metrics are only for the operator: no web page may read them through a browser. They belong to no seat. */
const OPERATORS = {
  config: { sameOrigin: true },
  onRequest: async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.removeHeader('cache-control');
  },
} as const;

/** Health, readiness and metrics, for operators (docs, "Operation"). */
export async function operationRoutes(
  app: FastifyInstance,
  options: { system: System; isOwnPort?: boolean },
): Promise<void> {
  const { system } = options;
  const { refuseOthers } = trackMethods(app);
  // Rendering thousands of series takes milliseconds, and anyone may request it, so it gets at most a tenth
  // of the time.
  const render = shared(() => renderMetrics(system), { rest: 9 });

  app.get('/healthz', OPERATORS, async () => ({ status: 'ok' }));

  app.get<{ Querystring: { verbose?: string } }>('/readyz', OPERATORS, async (request, reply) => {
    const { reasons, away, checks } = await readiness({ system: { ...system, ...system.reserved } });
    const isVerbose = request.query.verbose !== undefined && isOperator(system, request);
    const more = isVerbose ? { checks } : {};
    if (reasons.length === 0) return { status: 'ready', ...(away.length > 0 ? { away } : {}), ...more };
    return reply
      .code(503)
      .header('retry-after', 1)
      .send({ status: 'not ready', reasons: [...reasons, ...away], ...more });
  });

  // A hook of the route, so that it applies however the path is spelled.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!options.isOwnPort && !isOperator(system, request)) throw new HttpFault('ROUTE_NOT_FOUND');
    await OPERATORS.onRequest(request, reply);
  };
  app.get('/metrics', { ...OPERATORS, onRequest }, async (_request, reply) => {
    const { type, text } = await render();
    return reply.type(type).send(text);
  });

  refuseOthers();
}

/** Returns whether a caller may see causes and measures: on this machine, or with the operations token. */
function isOperator({ config }: System, request: FastifyRequest): boolean {
  if (isLocal(request)) return true;
  const given = bearerToken(request);
  if (config.operationsToken === undefined || given === undefined) return false;
  return timingSafeEqual(digestOf(given), digestOf(config.operationsToken));
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Creates the server of the operations port: only these routes, with connections that clients of the
 * service cannot exhaust.
 */
export async function operationsServer(options: { system: System }): Promise<FastifyInstance> {
  const app = createServer({ ...options, interfaces: [], bound: boundOperators });
  await app.register(operationRoutes, { ...options, isOwnPort: true });
  return app;
}

function boundOperators(app: FastifyInstance): void {
  app.server.maxConnections = MAX_CONNECTIONS;
  app.server.timeout = SILENT_MS;
  // Probes repeat their requests, so the stop does not wait for any.
  app.addHook('preClose', (done) => {
    app.server.closeAllConnections();
    done();
  });
}
