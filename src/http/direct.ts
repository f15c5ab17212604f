import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { System } from '../domain/context.ts';
import { currentTracer } from '../tracing/span.ts';
import { accessLog, tenths } from './access-log.ts';
import { askerIfKnown } from './caller.ts';
import { SMALL_BODY } from './connections/bodies.ts';
import { DirectCall, handOver } from './direct-call.ts';
import { observeRequest } from './metrics.ts';
import { securityHeaders } from './security-headers.ts';

interface DirectRoute {
  /** The interface and the route, as metrics name them. */
  readonly interface: string;
  readonly url: string;
  /** What a path of it looks like, with a group for the parameter. */
  readonly path: RegExp;
  /** @returns the JSON of a 200. What it throws, the route of that URL throws again: see `failedCall` */
  readonly answer: (call: DirectCall) => Promise<{ json: string; headers?: readonly string[] }>;
}

/**
 * Answers plain posts to a route before Fastify sees them: its life cycle costs more than a small body does. What is
 * refused goes on to the route, and so does everything that is not plain, so that this knows neither envelopes nor
 * the hooks of all routes (docs/adr/0018).
 */
export function answerDirectly(app: FastifyInstance, system: System, route: DirectRoute): void {
  const { server } = app;
  const [viaFastify] = server.listeners('request') as RequestListener[];
  const isWatched = system.sandbox !== undefined || currentTracer() !== undefined;
  if (!viaFastify || isWatched || system.config.corsOrigins.size > 0) return;
  const standing = Object.entries(securityHeaders(system)).flat();
  const log = accessLog(system.log);

  async function answer(request: IncomingMessage, response: ServerResponse, call: DirectCall): Promise<void> {
    let isOpen = true;
    const end = (status: number, more?: { aborted: true }) => {
      isOpen = false;
      const { id, path, beganAt } = call;
      const ms = performance.now() - beganAt;
      observeRequest({ interface: route.interface, method: 'POST', route: route.url, status }, ms);
      log({ requestId: id, method: 'POST', path, status, ms: tenths(ms), ...askerIfKnown(call), ...more });
    };
    response.once('close', () => {
      if (isOpen) end(response.statusCode, { aborted: true });
    });
    try {
      const { json, headers = [] } = await route.answer(call);
      if (!isOpen) return;
      const type = ['content-type', 'application/json; charset=utf-8'];
      const length = ['content-length', String(json.length)];
      response.writeHead(200, [...standing, 'x-request-id', call.id, ...headers, ...type, ...length]);
      response.end(json);
      end(200);
    } catch (error) {
      if (!isOpen) return;
      isOpen = false;
      handOver(request, call, error);
      viaFastify?.(request, response);
    }
  }

  function direct(request: IncomingMessage, response: ServerResponse): void {
    const parameter = isPlain(request, response) ? route.path.exec(request.url ?? '')?.[1] : undefined;
    if (parameter === undefined) viaFastify?.(request, response);
    else void answer(request, response, new DirectCall(request, parameter));
  }

  server.off('request', viaFastify).on('request', direct);
  // Fastify knows what to say to clients while the service stops.
  app.addHook('preClose', (done) => {
    server.off('request', direct).on('request', viaFastify);
    done();
  });
}

/** Whether its body is JSON, small and announced as such, and it is its turn to be answered. */
function isPlain({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== 'POST' || headers['content-type'] !== 'application/json') return false;
  if (headers['content-encoding'] !== undefined) return false;
  return Number(headers['content-length']) <= SMALL_BODY && headers.host !== undefined && !!response.socket;
}
