import type { FastifyInstance } from 'fastify';
import type { System } from '../domain/context.ts';
import { readiness } from '../domain/operation/ready.ts';
import { shared } from '../metrics/shared.ts';
import { renderMetrics } from './metrics.ts';
import { createServer, trackMethods } from './server.ts';

/** Probes and scrapers, at once. */
const MOST_CONNECTIONS = 64;
const SILENT_MS = 10_000;

/** What the service measures is for its operator: no web page may read it through a browser. */
const OPERATORS = { config: { sameOrigin: true } } as const;

/** Health, readiness and metrics, for operators (docs, "Operation"). */
export async function operationRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { system } = options;
  const { refuseOthers } = trackMethods(app);
  // Rendering thousands of series takes milliseconds and anyone may ask, so it gets at most a tenth of the time.
  const render = shared(() => renderMetrics(system), { rest: 9 });

  app.get('/healthz', OPERATORS, async () => ({ status: 'ok' }));

  app.get('/readyz', OPERATORS, async (_request, reply) => {
    const { reasons, away } = await readiness({ system: { ...system, ...system.reserved } });
    if (reasons.length === 0) return { status: 'ready', ...(away.length > 0 ? { away } : {}) };
    return reply
      .code(503)
      .header('retry-after', 1)
      .send({ status: 'not ready', reasons: [...reasons, ...away] });
  });

  app.get('/metrics', OPERATORS, async (_request, reply) => {
    const { type, text } = await render();
    return reply.type(type).send(text);
  });

  refuseOthers();
}

/** The server of the operations port: nothing but these routes, on connections that clients cannot use up. */
export async function operationsServer(options: { system: System }): Promise<FastifyInstance> {
  const app = createServer({ ...options, interfaces: [], bound: boundOperators });
  await app.register(operationRoutes, options);
  return app;
}

function boundOperators(app: FastifyInstance): void {
  app.server.maxConnections = MOST_CONNECTIONS;
  app.server.timeout = SILENT_MS;
  // A probe asks again, so that the stop waits for none.
  app.addHook('preClose', (done) => {
    app.server.closeAllConnections();
    done();
  });
}
