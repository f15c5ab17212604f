import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import type { DomainContext } from '../../../domain/context.ts';
import { callerIdsOf } from '../../../http/caller.ts';
import { toRefusal } from '../../../http/faults.ts';
import { tenths } from '../../../http/requests/access-log.ts';
import { CallNotes } from '../../../http/requests/call-notes.ts';
import { callAttributes } from '../../../http/requests/tracing.ts';
import { currentTracer, type Span } from '../../../platform/tracing/span.ts';
import { noteErrors } from '../call-notes.ts';
import { diagnoseErrors } from '../diagnose.ts';

/** An operation over WebSocket, which may be a stream. When it ends, it is logged like a request. */
export class SocketOperation {
  readonly requestId = randomUUID();
  readonly notes = new CallNotes();
  /** Set after its token was verified. */
  caller: DomainContext | undefined;
  readonly #began = performance.now();
  readonly #log: Pick<Logger, 'info'>;
  readonly #span: Span | undefined;
  readonly #onEnd: (operation: SocketOperation) => void;
  readonly #releases: (() => void)[] = [];
  #ended = false;

  constructor(options: {
    log: Pick<Logger, 'info'>;
    headers: IncomingHttpHeaders;
    onEnd: (operation: SocketOperation) => void;
  }) {
    const { log, headers, onEnd } = options;
    this.#log = log;
    this.#onEnd = onEnd;
    this.#span = currentTracer()?.start({
      name: 'WebSocket /graphql',
      kind: 'server',
      parent: headers,
      attributes: { 'http.route': '/graphql', 'flightline.request_id': this.requestId },
    });
  }

  /** Runs a part of the operation, so that its statements appear in the trace. */
  run<T>(work: () => T): T {
    return this.#span ? this.#span.run(work) : work();
  }

  note(result: { readonly errors?: readonly GraphQLError[] | undefined }): void {
    const { errors = [] } = result;
    noteErrors(this.notes, { errors });
    if (this.caller && !this.#ended) diagnoseErrors({ ...this.caller, notes: this.notes }, errors);
  }

  /** Ends it with errors, and returns them. */
  refuse(errors: readonly GraphQLError[]): readonly GraphQLError[] {
    this.note({ errors });
    this.end();
    return errors;
  }

  fail(error: unknown): void {
    this.notes.addError(toRefusal(error).code);
    this.end();
  }

  /** Calls `release` when it ends. */
  onEnd(release: () => void): void {
    if (this.#ended) release();
    else this.#releases.push(release);
  }

  /** Only the first call has an effect: after a refusal it is called again. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const release of this.#releases) release();
    const callerIds = this.caller && callerIdsOf(this.caller);
    this.#log.info({
      requestId: this.requestId,
      traceId: this.#span?.traceId,
      transport: 'websocket',
      path: '/graphql',
      ms: tenths(performance.now() - this.#began),
      ...callerIds,
      ...this.notes.line,
    });
    this.#span?.set(callAttributes(callerIds, this.notes));
    this.#span?.end();
    this.#onEnd(this);
  }
}
