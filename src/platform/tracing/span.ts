/** What the service knows of tracing; `opentelemetry.ts` does the work, and is loaded only where it is asked for. */

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface SpanOptions {
  readonly name: string;
  /** A call that came in, one that goes out to the database, or a step between them. */
  readonly kind?: 'server' | 'client' | 'internal';
  readonly attributes?: Attributes;
  /**
   * What it is a part of: the span that is running, unless headers name the caller's (W3C Trace Context) or it
   * begins a trace of its own.
   */
  readonly parent?: Readonly<Record<string, unknown>> | 'none';
}

export interface Span {
  readonly traceId: string;
  set(attributes: Attributes): void;
  /** Marks it as failed by a code: messages may quote what a caller sent. */
  fail(code: string): void;
  end(): void;
  /** Spans that begin within `work` become parts of this one. */
  run<T>(work: () => T): T;
}

export interface Tracer {
  start(options: SpanOptions): Span;
  isWithinSpan(): boolean;
  /** The function, run as a part of the span that is running now. */
  bind<F extends (...args: never[]) => unknown>(work: F): F;
}

let tracer: Tracer | undefined;

/** One for the process, before anything that it is to trace is opened. */
export function setTracer(value: Tracer | undefined): void {
  tracer = value;
}

/** Undefined where nothing is traced. */
export const currentTracer = (): Tracer | undefined => tracer;

/** Runs `work` as a span, if anything is traced. */
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
