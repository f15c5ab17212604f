import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { IntakeCaller } from '../domain/intake/caller.ts';
import { requestId } from './request-id.ts';

/** A request that is answered without Fastify. */
export class DirectCall {
  readonly id: string;
  readonly beganAt = performance.now();
  /** What its path has where the route has a parameter. */
  readonly parameter: string;
  readonly caller = undefined;
  intakeCaller: IntakeCaller | undefined = undefined;
  /** What its answer threw. */
  error: unknown = undefined;
  readonly #request: IncomingMessage;

  constructor(request: IncomingMessage, parameter: string) {
    this.id = requestId(request.headers);
    this.parameter = parameter;
    this.#request = request;
  }

  get headers(): IncomingHttpHeaders {
    return this.#request.headers;
  }

  get path(): string | undefined {
    return this.#request.url;
  }

  /** Reads the body. */
  body(): Promise<Buffer> {
    const request = this.#request;
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
      request.on('error', reject);
    });
  }
}

const handedOver = new WeakMap<IncomingMessage, DirectCall>();

/** Leaves it to the route to say what went wrong. */
export function handOver(request: IncomingMessage, call: DirectCall, error: unknown): void {
  call.error = error;
  handedOver.set(request, call);
}

/** The call that failed before the request came to its route, which is to throw its error. */
export const failedCall = (request: FastifyRequest): DirectCall | undefined => handedOver.get(request.raw);
