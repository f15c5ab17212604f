import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { System } from '../../domain/context.ts';
import { currentTracer } from '../../platform/tracing/span.ts';
import { callerIdsIfKnown } from '../caller.ts';
import { clientAddress } from '../client-address.ts';
import { inTurn } from '../connections/arrivals.ts';
import { SMALL_BODY } from '../connections/bodies.ts';
import { hasSingleHost } from '../host.ts';
import { accessLog, tenths } from '../requests/access-log.ts';
import { notesIfAny } from '../requests/call-notes.ts';
import { observeRequest } from '../requests/metrics.ts';
import { securityHeaders } from '../security-headers.ts';
import { DirectCall, delegatedCall, delegateToRoute } from './call.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Routes whose calls may be answered without Fastify. */
    readonly directRoutes: DirectRoute[];
  }
}

interface DirectAnswer {
  readonly text: string;
  readonly type: string;
  readonly headers?: readonly string[];
}

/** The reason why a call is delegated to its route. */
interface Delegated {
  readonly reason: string;
}

interface DirectRoute {
  /** The names of the interface and the route in metrics. */
  readonly interface: string;
  readonly url: string;
  /** Matches the paths of the route, with a group for the parameter, if there is one. */
  readonly path: RegExp;
  /**
   * @returns a response with status 200, or the reason to delegate the call. If this throws, the route
   * throws the error again.
   */
  readonly answer: (call: DirectCall) => Promise<DirectAnswer | Delegated>;
  /** Called when a call was answered here, or its client disconnected. */
  readonly onEnd?: (call: DirectCall) => void;
}

/** Node reserves three times the length of a text that waits for its socket. A smaller one is sent with its header. */
const LARGE_BYTES = 64 * 1024;

/**
 * Answers simple POST requests to `app.directRoutes` without Fastify, whose life cycle costs more than a
 * small call. Errors and everything else are delegated to the route, so this code needs neither envelopes
 * nor the hooks of routes (docs/adr/0018).
 */
export function answerDirectly(app: FastifyInstance, system: System): void {
  const routes: DirectRoute[] = [];
  app.decorate('directRoutes', routes);
  const { server } = app;
  const [viaFastify] = server.listeners('request') as RequestListener[];
  const isWatched = system.sandbox !== undefined || currentTracer() !== undefined;
  if (!viaFastify) return;
  server.off('request', viaFastify);
  if (isWatched || system.config.corsOrigins.size > 0) {
    server.on('request', inTurn(viaFastify, system));
    return;
  }
  const baseHeaders = Object.entries(securityHeaders(system)).flat();
  const log = accessLog(system);
  const addressOf = clientAddress(system.config.trustedProxies);

  async function answer(route: DirectRoute, call: DirectCall): Promise<void> {
    const { response } = call;
    let isOpen = true;
    const end = (status: number, more?: { aborted: true }) => {
      isOpen = false;
      const { id, path, method, beganAt } = call;
      const ms = performance.now() - beganAt;
      observeRequest({ interface: route.interface, method, route: route.url, status }, ms);
      route.onEnd?.(call);
      log({
        requestId: id,
        method,
        path,
        status,
        ms: tenths(ms),
        address: addressOf(call.request),
        // Spread these last: V8 is slow to add a property after a spread.
        ...callerIdsIfKnown(call),
        ...notesIfAny(call)?.line,
        ...more,
      });
    };
    response.once('close', () => {
      if (isOpen) end(response.statusCode, { aborted: true });
    });
    try {
      const answered = await route.answer(call);
      if (!isOpen) return;
      if ('text' in answered) {
        send(call, answered);
        return end(200);
      }
      call.reason = answered.reason;
    } catch (error) {
      if (!isOpen) return;
      call.error = error;
    }
    isOpen = false;
    delegateToRoute(call);
    viaFastify?.(call.request, response);
  }

  function send(
    { id, request, response, caller }: DirectCall,
    { text, type, headers = [] }: DirectAnswer,
  ): void {
    const bytes = Buffer.byteLength(text);
    app.connections.checkRoom(bytes, request.socket, caller?.seatId);
    const own = ['content-type', type, 'content-length', String(bytes)];
    response.writeHead(200, [...baseHeaders, 'x-request-id', id, ...headers, ...own]);
    response.end(bytes < LARGE_BYTES ? text : Buffer.from(text));
  }

  function direct(request: IncomingMessage, response: ServerResponse): void {
    if (!isStopping && isPlain(request, response))
      for (const route of routes) {
        const match = route.path.exec(request.url ?? '');
        if (match) return void answer(route, new DirectCall(request, response, match[1]));
      }
    viaFastify?.(request, response);
  }

  server.on('request', inTurn(direct, system));
  // Fastify handles requests that arrive while the service stops.
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
}

/** Lets the routes of a plugin read the bodies of calls that were delegated to them. */
export function useDelegatedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { bytes } = delegatedCall(request) ?? {};
    done(null, bytes ? Readable.from([bytes]) : payload);
  });
}

/**
 * Returns whether the body is small JSON with a declared length, and no earlier response on the connection
 * is pending.
 */
function isPlain(request: IncomingMessage, response: ServerResponse): boolean {
  const { method, headers } = request;
  if (method !== 'POST' || headers['content-type'] !== 'application/json') return false;
  if (headers['content-encoding'] !== undefined) return false;
  return (
    Number(headers['content-length']) <= SMALL_BODY &&
    headers.host !== undefined &&
    hasSingleHost(request) &&
    !!response.socket
  );
}
