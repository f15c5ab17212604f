/**
 * The tracing interface of the service. `opentelemetry.ts` implements it, and is loaded only if tracing is
 * on.
 */

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface SpanOptions {
  readonly name: string;
  /** An incoming call, an outgoing call such as to the database, or a step between them. */
  readonly kind?: 'server' | 'client' | 'internal';
  readonly attributes?: Attributes;
  /**
   * The parent: by default the running span. Headers name the caller's (W3C Trace Context), and `none`
   * begins a new trace.
   */
  readonly parent?: Readonly<Record<string, unknown>> | 'none';
}

export interface Span {
  readonly traceId: string;
  set(attributes: Attributes): void;
  /**
   * Marks the span as failed with a code. Messages are not used, because they may quote what a caller sent.
   */
  fail(code: string): void;
  end(): void;
  /** Runs `work` so that spans started within it become children of this one. */
  run<T>(work: () => T): T;
}

export interface Tracer {
  start(options: SpanOptions): Span;
  isWithinSpan(): boolean;
  /** Returns the function, bound to the span that is running now. */
  bind<F extends (...args: never[]) => unknown>(work: F): F;
}

let tracer: Tracer | undefined;

/** Sets the tracer of the process. Call it before opening anything that should be traced. */
export function setTracer(value: Tracer | undefined): void {
  tracer = value;
}

/** Undefined if tracing is off. */
export const currentTracer = (): Tracer | undefined => tracer;

/** Runs `work` in a span, if tracing is on. */
export function traced<T>(options: SpanOptions, work: (span?: Span) => Promise<T>): Promise<T> {
  if (!tracer) return work();
  const span = tracer.start(options);
  return span.run(async () => {
    try {
      return await work(span);
    } catch (error) {
      span.fail(codeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
