import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    callNotes: CallNotes | undefined;
  }
}

const OPERATION = /^[_A-Za-z]\w{0,99}$/;
const MAX_ERRORS = 10;

/**
 * What the access log contains about a call in addition to its request: the name, cost and error codes of a
 * GraphQL operation.
 */
export class CallNotes {
  operation: string | undefined;
  /** The kind of operation in the document. Undefined until it is parsed, or if it is invalid. */
  kind: 'query' | 'mutation' | 'subscription' | undefined;
  /** In points. */
  cost: number | undefined;
  /** Points that were taken for work while it ran. They are not refunded. */
  workPoints = 0;
  /** The CPU time for parsing its document and variables, in milliseconds. */
  readingMs = 0;
  /** Whether the document is so long that parsing it is expensive. */
  isLong = false;
  /** The size of the request in bytes. Set for what may be a stream, which holds it as long as it is open. */
  requestBytes = 0;
  /** Whether points were charged for it. */
  isCharged = false;
  readonly #errors = new Set<string>();

  /** Records the operation name only if it is valid, because a client can send anything. */
  name(operation: unknown): void {
    if (typeof operation === 'string' && OPERATION.test(operation)) this.operation ??= operation;
  }

  addError(code: unknown): void {
    if (typeof code === 'string' && this.#errors.size < MAX_ERRORS) this.#errors.add(code);
  }

  get errors(): ReadonlySet<string> {
    return this.#errors;
  }

  /** The fields of the log line, as far as they are known. */
  get line(): { operation: string | undefined; cost: number | undefined; errors: string[] | undefined } {
    const { operation, cost } = this;
    return { operation, cost, errors: this.#errors.size > 0 ? [...this.#errors] : undefined };
  }
}

/** Returns the notes of a request. Created at first use, because most requests have none. */
export function notesOf(request: Pick<FastifyRequest, 'callNotes'>): CallNotes {
  request.callNotes ??= new CallNotes();
  return request.callNotes;
}

export function notesIfAny(request: Pick<FastifyRequest, 'callNotes'>): CallNotes | undefined {
  return request.callNotes;
}
