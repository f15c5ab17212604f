import type { FastifyInstance } from 'fastify';
import type { Service } from './config.ts';
import type { System } from './domain/context.ts';
import { graphqlInterface } from './graphql/server/envelope.ts';
import { graphqlRoutes } from './graphql/server/server.ts';
import type { HttpInterface } from './http/interface.ts';
import { pageRoutes } from './http/pages/routes.ts';
import { traceOperations } from './http/requests/tracing.ts';
import { createServer } from './http/server.ts';
import { sessionRoutes } from './http/session/routes.ts';
import { operationRoutes } from './operations/health/routes.ts';
import { attributionInterface } from './rest/attribution/envelope.ts';
import { attributionRoutes } from './rest/attribution/routes.ts';
import { identityInterface } from './rest/identity/envelope.ts';
import { identityRoutes } from './rest/identity/routes.ts';
import { intakeInterface } from './rest/intake/envelope.ts';
import { intakeRoutes } from './rest/intake/routes.ts';
import { nativeInterface } from './rest/native/envelope.ts';
import { nativeRoutes } from './rest/native/routes.ts';
import { operationNames } from './rest/openapi/document.ts';
import { referenceRoutes } from './rest/openapi/routes.ts';
import { reportingInterface } from './rest/reporting/envelope.ts';
import { reportingRoutes } from './rest/reporting/routes.ts';
import { trafficInterface } from './rest/traffic/envelope.ts';
import { trafficRoutes } from './rest/traffic/routes.ts';

interface Mount {
  readonly service: Service;
  readonly interface: HttpInterface;
  readonly routes: (app: FastifyInstance, options: { system: System }) => Promise<void>;
}

/** Every HTTP service, in the order in which their envelopes are matched to paths. */
const MOUNTS: readonly Mount[] = [
  { service: 'graphql', interface: graphqlInterface, routes: graphqlRoutes },
  { service: 'identity', interface: identityInterface, routes: identityRoutes },
  { service: 'reporting', interface: reportingInterface, routes: reportingRoutes },
  { service: 'intake', interface: intakeInterface, routes: intakeRoutes },
  { service: 'attribution', interface: attributionInterface, routes: attributionRoutes },
  { service: 'traffic', interface: trafficInterface, routes: trafficRoutes },
  { service: 'native', interface: nativeInterface, routes: nativeRoutes },
];

/** Builds the HTTP interfaces of this process: the enabled services, over one domain. */
export async function buildApp(options: { system: System }): Promise<FastifyInstance> {
  const { system } = options;
  const mounts = MOUNTS.filter(({ service }) => system.config.services.has(service));
  const app = createServer({ system, interfaces: mounts.map((mount) => mount.interface) });
  traceOperations(app, () => operationNames(system.config));
  if (system.config.operationsPort === undefined) await app.register(operationRoutes, { system });
  await app.register(referenceRoutes, { system });
  await app.register(pageRoutes, { system });
  // A separate pool, so that callers who exhaust the shared one do not prevent others from getting a token.
  const reserved = { ...system, ...system.reserved };
  if (system.config.dashboard) await app.register(sessionRoutes, { system: reserved });
  for (const { service, routes } of mounts)
    await app.register(routes, { system: service === 'identity' ? reserved : system });
  return app;
}
