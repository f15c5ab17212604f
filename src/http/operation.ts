import type { FastifyInstance } from 'fastify';
import type { System } from '../domain/context.ts';
import { whyNotReady } from '../domain/operation/ready.ts';
import { renderMetrics } from './metrics.ts';
import { trackMethods } from './server.ts';

/** What the service measures is for its operator: no web page may read it through a browser. */
const OPERATORS = { config: { sameOrigin: true } } as const;

/** For whoever runs the service: alive, ready, and what it measures (docs, "Operation"). */
export async function operationRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { system } = options;
  const { refuseOthers } = trackMethods(app);

  app.get('/healthz', OPERATORS, async () => ({ status: 'ok' }));

  app.get('/readyz', OPERATORS, async (_request, reply) => {
    const reasons = await whyNotReady({ system: { ...system, ...system.reserved } });
    if (reasons.length === 0) return { status: 'ready' };
    return reply.code(503).header('retry-after', 1).send({ status: 'not ready', reasons });
  });

  app.get('/metrics', OPERATORS, async (_request, reply) => {
    const { type, text } = await renderMetrics(system);
    return reply.type(type).send(text);
  });

  refuseOthers();
}
