import {
  context,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  type Span as RecordedSpan,
  ROOT_CONTEXT,
  SpanKind,
  type Tracer as SpanMaker,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { version } from '../process/version.ts';
import type { Attributes, Span, SpanOptions, Tracer } from './span.ts';

/** The collector may be unavailable, so a stop waits no longer than this for it. */
const LAST_SPANS_MS = 1_000;
/** An unreachable collector is logged at most once in this time. */
const LOG_INTERVAL_MS = 60_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
const propagator = new W3CTraceContextPropagator();

/**
 * Exports spans to a collector. The library reads the other `OTEL_…` settings: sampling, headers, batches.
 */
export async function openTelemetry(options: {
  endpoint: string;
  serviceName: string;
  log: Pick<Logger, 'warn'>;
}): Promise<{ tracer: Tracer; close(): Promise<void> }> {
  const { endpoint, serviceName, log } = options;
  logExportErrors(log);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const service = { 'service.name': serviceName, 'service.version': (await version()) ?? 'unknown' };
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes(service)),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
  });
  return {
    tracer: tracerOf(provider.getTracer('flightline')),
    close: async () => {
      context.disable();
      diag.disable();
      const late = new Promise((resolve) => setTimeout(resolve, LAST_SPANS_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}

function tracerOf(spans: SpanMaker): Tracer {
  return {
    start: ({ name, kind = 'internal', attributes = {}, parent }: SpanOptions) =>
      spanOf(spans.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent))),
    isWithinSpan: () => trace.getActiveSpan() !== undefined,
    bind: (work) => context.bind(context.active(), work),
  };
}

function contextOf(parent: SpanOptions['parent']) {
  if (parent === undefined) return context.active();
  if (parent === 'none') return ROOT_CONTEXT;
  return propagator.extract(ROOT_CONTEXT, parent, defaultTextMapGetter);
}

function spanOf(span: RecordedSpan): Span {
  return {
    traceId: span.spanContext().traceId,
    set: (attributes: Attributes) => void span.setAttributes(attributes),
    fail: (code) => void span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
    run: (work) => context.with(trace.setSpan(context.active(), span), work),
  };
}

/** Logs the exporter's errors: one line while they continue, without their content. */
function logExportErrors(log: Pick<Logger, 'warn'>): void {
  let next = 0;
  const complain = () => {
    if (Date.now() < next) return;
    next = Date.now() + LOG_INTERVAL_MS;
    log.warn('traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
  };
  const ignore = () => undefined;
  diag.setLogger(
    { error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
