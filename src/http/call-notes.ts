import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    callNotes: CallNotes | undefined;
  }
}

const OPERATION = /^[_A-Za-z]\w{0,99}$/;
const MAX_ERRORS = 10;

/** What the access log says of a call beyond its request: a GraphQL operation's name, cost and error codes. */
export class CallNotes {
  operation: string | undefined;
  /** What the document asks for; undefined while it is not read, or cannot be. */
  kind: 'query' | 'mutation' | 'subscription' | undefined;
  /** Points */
  cost: number | undefined;
  /** Milliseconds of CPU that reading its document and variables took. */
  readingMs = 0;
  /** Whether its document is so long that reading it is work by itself. */
  isLong = false;
  /** Whether points were taken for it. */
  isCharged = false;
  readonly #errors = new Set<string>();

  /** What a client sends as a name may be anything. */
  name(operation: unknown): void {
    if (typeof operation === 'string' && OPERATION.test(operation)) this.operation ??= operation;
  }

  addError(code: unknown): void {
    if (typeof code === 'string' && this.#errors.size < MAX_ERRORS) this.#errors.add(code);
  }

  get errors(): ReadonlySet<string> {
    return this.#errors;
  }

  /** What of it is known. */
  get line(): { operation: string | undefined; cost: number | undefined; errors: string[] | undefined } {
    const { operation, cost } = this;
    return { operation, cost, errors: this.#errors.size > 0 ? [...this.#errors] : undefined };
  }
}

/** The notes of a request, made when first asked for: most requests have none. */
export function notesOf(request: Pick<FastifyRequest, 'callNotes'>): CallNotes {
  request.callNotes ??= new CallNotes();
  return request.callNotes;
}

export function notesIfAny(request: Pick<FastifyRequest, 'callNotes'>): CallNotes | undefined {
  return request.callNotes;
}
