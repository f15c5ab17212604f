import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly status?: { readonly code?: number };
}

interface KeyValue {
  readonly key: string;
  readonly value: object;
}
interface Exported {
  readonly resourceSpans: {
    readonly resource: { readonly attributes: KeyValue[] };
    readonly scopeSpans: {
      readonly spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: KeyValue[] })[];
    }[];
  }[];
}

/** An OpenTelemetry collector that stores what it receives (OTLP over HTTP, in JSON). */
export async function collector() {
  const spans: ReceivedSpan[] = [];
  const services = new Set<string | undefined>();
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    texts.push(`${request.url} ${JSON.stringify(request.headers)} ${text}`);
    for (const { resource, scopeSpans } of (JSON.parse(text) as Exported).resourceSpans) {
      services.add(attributesOf(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, attributes: attributesOf(span.attributes) });
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  /** The names from the root of a trace to a span. */
  const pathOf = (span: ReceivedSpan): string[] => {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
    return [...(parent ? pathOf(parent) : []), span.name];
  };
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    services,
    /** Everything as it was received. */
    text: () => texts.join('\n'),
    paths: () => spans.map((span) => pathOf(span).join(' > ')),
    close: () => void server.close(),
  };
}

const attributesOf = (list: readonly KeyValue[]): Record<string, string> =>
  Object.fromEntries(list.map(({ key, value }) => [key, String(Object.values(value)[0])]));
