import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Attributes, currentTracer, type Span, traced } from '../../platform/tracing/span.ts';
import { type CallerIds, callerIdsIfKnown } from '../caller.ts';
import { type CallNotes, notesIfAny } from './call-notes.ts';

const spans = new WeakMap<FastifyRequest, Span>();

/** Returns the ID of the request's trace, if tracing is on. */
export const traceIdOf = (request: FastifyRequest): string | undefined => spans.get(request)?.traceId;

/** Creates a span for each request, as part of its caller's trace if the request names one. */
export function traceRequests(app: FastifyInstance): void {
  const tracer = currentTracer();
  if (!tracer) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, id } = request;
    const { url: route } = request.routeOptions;
    const span = tracer.start({
      name: route ? `${method} ${route}` : method,
      kind: 'server',
      parent: headers,
      attributes: { 'http.request.method': method, 'http.route': route, 'flightline.request_id': id },
    });
    spans.set(request, span);
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      span.set({ 'http.response.status_code': statusCode });
      span.set(callAttributes(callerIdsIfKnown(request), notesIfAny(request)));
      if (statusCode >= 500) span.fail(String(statusCode));
      span.end();
    });
    span.run(done);
  });
  // The body was received outside the span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
}

/** Creates a span for the work of a route, with the operation name from the OpenAPI document. */
export function traceOperations(app: FastifyInstance, names: () => ReadonlyMap<string, string>): void {
  if (!currentTracer()) return;
  const known = names();
  app.addHook('onRoute', (route) => {
    const path = route.url.replace(/:\w+/g, '{}');
    const name = known.get(`${[route.method].flat()[0]} ${path}`);
    if (name === undefined || route.config?.isRefusal) return;
    const { handler } = route;
    route.handler = function tracedHandler(request, reply) {
      return traced({ name }, async () => await handler.call(this, request, reply));
    };
  });
}

/** Returns the fields of the access log as attributes. */
export function callAttributes(callerIds: CallerIds | undefined, notes: CallNotes | undefined): Attributes {
  const { operation, cost, errors } = notes?.line ?? {};
  return {
    'flightline.client': callerIds?.client,
    'flightline.user': callerIds?.user,
    'flightline.seat': callerIds?.seat,
    'graphql.operation.name': operation,
    'flightline.cost': cost,
    'flightline.errors': errors?.join(','),
  };
}
