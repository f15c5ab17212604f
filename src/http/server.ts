import type { IncomingMessage } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { System } from '../domain/context.ts';
import { isDomainError } from '../domain/errors.ts';
import { causeOf } from '../platform/log/cause.ts';
import { logOutage } from '../platform/log/outage-log.ts';
import { refuseEncodings } from './body-encoding.ts';
import { callerIdsIfKnown } from './caller.ts';
import { answerClientErrors } from './client-errors.ts';
import { boundBodies } from './connections/bodies.ts';
import { boundCallsOfUser } from './connections/calls-at-once.ts';
import { Connections } from './connections/connections.ts';
import { discardSlowly } from './connections/discards.ts';
import { answerInTurn } from './connections/pipelines.ts';
import { allowOrigins, corsHeaders } from './cors.ts';
import { diagnoseCalls, diagnoseRefusal } from './diagnose.ts';
import { answerDirectly } from './direct/direct.ts';
import { HttpFault, toRefusal } from './faults.ts';
import { hasSingleHost } from './host.ts';
import { type HttpInterface, interfaceOf } from './interface.ts';
import { acceptJson } from './json.ts';
import { elapsedMs, logAccess } from './requests/access-log.ts';
import { notesOf } from './requests/call-notes.ts';
import { observeRequest, quotaRefusals } from './requests/metrics.ts';
import { requestId } from './requests/request-id.ts';
import { traceRequests } from './requests/tracing.ts';
import { recordRoutes } from './route-table.ts';
import { failOnPurpose } from './sandbox/faults.ts';
import { recordCalls } from './sandbox/record-calls.ts';
import { securityHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly connections: Connections;
  }
}

/** The maximum length of a request target. A longer one is refused with 414. */
export const MAX_TARGET = 16 * 1024;
/** The maximum size of a body on management paths. Intake has a separate limit. */
const BODY_LIMIT = 1024 * 1024;
/** How long a client may take to send a whole request before it gets 408. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Properties that hooks set on a request. They are faster than entries in a WeakMap. */
const NOTED = [
  'intakeCaller',
  'caller',
  'callNotes',
  'wire',
  'fault',
  'isAnswered',
  'endCall',
  'countedBody',
];

/** Limits connections and bodies, for each client and in total. */
function boundClients(app: FastifyInstance, { config }: System): void {
  const connections = new Connections({ max: config.maxConnections });
  connections.watch(app);
  app.decorate('connections', connections);
  boundBodies(app);
}

/**
 * Creates the HTTP server without routes: limits, request IDs, access log, and errors in each interface's
 * envelope.
 */
export function createServer(options: {
  system: System;
  interfaces: HttpInterface[];
  /**
   * Sets the limits on connections. A process has only one set of their gauges, so only one server may use
   * the default.
   */
  bound?: (app: FastifyInstance, system: System) => void;
}): FastifyInstance {
  const { system, interfaces, bound = boundClients } = options;
  const baseHeaders = securityHeaders(system);
  const app: FastifyInstance = Fastify({
    loggerInstance: system.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines contain the ID of the request: a logger per request would cost more than its only line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // While stopping, requests on open connections are still served, and then the connection is closed.
    return503OnClosing: false,
    // A missing Host is refused by this server, with an error in the envelope.
    http: { maxHeaderSize: 2 * MAX_TARGET, connectionsCheckingInterval: 1000, requireHostHeader: false },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_TARGET },
    rewriteUrl: nameUnserved,
    genReqId: (request) => requestId(request.headers),
    clientErrorHandler: answerClientErrors({ system, interfaces }),
    // A target that cannot be parsed is refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...baseHeaders, ...corsHeaders(system.config, request.headers.origin) });
      return refuse(error, request, reply.header('x-request-id', request.id));
    },
  });

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const refusal = toRefusal(error);
    notesOf(request).addError(refusal.code);
    if (refusal.code === 'RATE_LIMITED') quotaRefusals.inc({ limit: refusal.limit });
    diagnoseRefusal(system, request, refusal);
    // A request that the caller aborted is not an outage.
    if (refusal.code === 'SERVICE_UNAVAILABLE' && !isDomainError(error) && request.raw.errored !== error)
      logOutage(system.log, { cause: causeOf(error), err: error, requestId: request.id });
    if (refusal.code === 'INTERNAL')
      request.log.error(
        { requestId: request.id, ...callerIdsIfKnown(request), err: error },
        'request failed',
      );
    const owner = interfaceOf(interfaces, pathOf(request));
    const { status, headers = {}, body } = owner.refuse(refusal, system.now());
    readOn(reply);
    return reply
      .code(status)
      .headers(headers)
      .send(owner.reword?.(request, body, refusal) ?? body);
  }

  recordRoutes(app);
  answerInTurn(app);
  traceRequests(app);
  refuseEncodings(app);
  discardSlowly(app);
  bound(app, system);
  for (const name of NOTED) app.decorateRequest(name);
  // Node would answer 417 without a body. An unknown expectation may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  acceptJson(app);
  app.setErrorHandler(refuse);
  // These hooks run for every request, so they are synchronous.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(baseHeaders).header('x-request-id', request.id);
    done();
  });
  allowOrigins(app, system.config);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.length > MAX_TARGET) done(new HttpFault('URI_TOO_LONG'));
    else if (!hasSingleHost(request.raw)) done(new HttpFault('BAD_REQUEST'));
    // Checked before the body is read, because without a route any body is acceptable.
    else done(request.is404 ? new HttpFault('ROUTE_NOT_FOUND') : undefined);
  });
  recordCalls(app, system);
  failOnPurpose(app, { system, interfaces });
  boundCallsOfUser(app, system);
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const { statusCode: status } = reply;
    observeRequest(
      { interface: interfaceOf(interfaces, pathOf(request)).name, method, route: routeOptions.url, status },
      elapsedMs(request, reply),
    );
    done();
  });
  diagnoseCalls(app, system);
  logAccess(app, system);
  answerDirectly(app, system);
  return app;
}

/**
 * Returns the URL of the matched route, since a path can be spelled in several ways. Without a route,
 * returns the path itself.
 */
const pathOf = ({ routeOptions, url }: FastifyRequest): string => routeOptions.url ?? url;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/**
 * Replaces an unsupported method with TRACE, which no route has: routes for all methods would double the
 * start time. Removes the origin of an absolute URL, which a server must accept (RFC 9112, 3.2.2).
 */
function nameUnserved(request: IncomingMessage): string {
  if (!METHODS.includes(request.method ?? '')) request.method = 'TRACE';
  const { url = '/' } = request;
  request.url = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
  return request.url;
}

/**
 * Prevents Fastify from closing the connection while a refused body is still being sent, because the client
 * might then never read the response. Node reads and discards the rest, within the time limit of a request.
 */
function readOn(reply: FastifyReply): void {
  const isStopping = reply.raw.hasHeader('connection');
  if (!isStopping && reply.hasHeader('connection')) reply.removeHeader('connection');
}

/** Runs before a refusal. If it throws, that error is sent instead. */
type ResolveDocument = (request: FastifyRequest, reply: FastifyReply, url: string) => Promise<void>;

/**
 * Records the routes that a plugin registers from now on. `refuseOthers` then answers the methods that none
 * of them has, with `Allow`, and `refusePaths` the paths that none of them has. Call them after all routes
 * are registered.
 */
export function trackMethods(app: FastifyInstance): {
  refuseOthers(options?: { admit?: ResolveDocument }): void;
  refusePaths(options: { below: string; admit: ResolveDocument }): void;
} {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    const known = methods.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) known.add(method);
    methods.set(route.url, known);
  });

  function refuse(options: {
    method: string[];
    url: string;
    fault: () => Error;
    admit?: ResolveDocument | undefined;
  }) {
    const { method, url, fault, admit } = options;
    app.route({
      method,
      url,
      config: { isRefusal: true },
      // Runs before the body is read, because the body of a refused request need not be valid.
      onRequest: async (request, reply) => {
        await admit?.(request, reply, url);
        throw fault();
      },
      handler: () => Promise.reject(fault()),
    });
  }

  return {
    refuseOthers({ admit } = {}) {
      for (const [url, known] of [...methods]) {
        const allow = [...known].sort().join(', ');
        const method = METHODS.filter((name) => !known.has(name));
        const fault = () => new HttpFault('METHOD_NOT_ALLOWED', { allow });
        if (method.length > 0) refuse({ method, url, fault, admit });
      }
    },
    refusePaths({ below, admit }) {
      const fault = () => new HttpFault('ROUTE_NOT_FOUND');
      refuse({ method: METHODS, url: `${below}/*`, fault, admit });
    },
  };
}
