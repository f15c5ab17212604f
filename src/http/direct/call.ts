import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { DomainContext } from '../../domain/context.ts';
import type { IntakeCaller } from '../../domain/events/intake/caller.ts';
import type { CallNotes } from '../requests/call-notes.ts';
import { requestId } from '../requests/request-id.ts';

/** A request that is answered without Fastify, unless it is delegated to its route. */
export class DirectCall {
  readonly id: string;
  readonly beganAt = performance.now();
  readonly method = 'POST';
  readonly query = {};
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The value of the route's parameter in the path. */
  readonly parameter: string;
  caller: DomainContext | undefined = undefined;
  intakeCaller: IntakeCaller | undefined = undefined;
  callNotes: CallNotes | undefined = undefined;
  /** The body, once it is received. */
  bytes: Buffer | undefined = undefined;
  /** The body, once it is parsed. */
  json: unknown = undefined;
  /** Why it is left to its route. */
  reason: string | undefined = undefined;
  /** What its answer threw. */
  error: unknown = undefined;

  constructor(request: IncomingMessage, response: ServerResponse, parameter = '') {
    this.id = requestId(request.headers);
    this.request = request;
    this.response = response;
    this.parameter = parameter;
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers;
  }

  get path(): string | undefined {
    return this.request.url;
  }

  /** Receives the body. */
  body(): Promise<Buffer> {
    const { request } = this;
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
        resolve(this.bytes);
      });
      request.on('error', reject);
    });
  }
}

const delegated = new WeakMap<IncomingMessage, DirectCall>();

/** Delegates the call to its route, which sends the response or the error. */
export function delegateToRoute(call: DirectCall): void {
  delegated.set(call.request, call);
}

/** Returns the call that was delegated to the route, if any. The route throws its error, if it has one. */
export const delegatedCall = (request: FastifyRequest): DirectCall | undefined => delegated.get(request.raw);
