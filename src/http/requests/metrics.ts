import { Counter, Gauge, Histogram } from 'prom-client';
import { registers } from '../../platform/metrics/registry.ts';
import type { CallNotes } from './call-notes.ts';

const requestSeconds = new Histogram({
  name: 'flightline_http_request_seconds',
  help: 'Duration of requests in seconds, by interface, method, route and status.',
  labelNames: ['interface', 'method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

interface RequestLabels {
  readonly interface: string;
  readonly method: string;
  readonly route: string | undefined;
  readonly status: number;
}

/** Series by route and status, because looking them up by labels costs more than counting. */
const series = new Map<string, ReturnType<typeof requestSeconds.labels>>();

/** Records the duration of a request in milliseconds. */
export function observeRequest(labels: RequestLabels, ms: number): void {
  const { route = 'none', method, status } = labels;
  const key = `${labels.interface} ${method} ${route} ${status}`;
  let known = series.get(key);
  if (!known) {
    known = requestSeconds.labels({ ...labels, route });
    series.set(key, known);
  }
  known.observe(ms / 1000);
}

export const quotaRefusals = new Counter({
  name: 'flightline_quota_refusals_total',
  help: 'Number of requests refused because a quota was used up, by quota.',
  labelNames: ['limit'],
  registers,
});

export const graphqlCost = new Histogram({
  name: 'flightline_graphql_cost_points',
  help: 'Cost of GraphQL requests in points.',
  buckets: [1, 10, 100, 1000, 5000, 20_000],
  registers,
});

const graphqlOperations = new Counter({
  name: 'flightline_graphql_operations_total',
  help: 'Number of GraphQL operations by `kind` (query, mutation, subscription, or `none` if the document was not read) and `code`: OK, or a code of the errors that were answered. One with several codes counts once for each.',
  labelNames: ['kind', 'code'],
  registers,
});

const operationSeries = new Map<string, ReturnType<typeof graphqlOperations.labels>>();

/** Counts a completed operation as data or as errors, since the HTTP status may be 200 for both. */
export function countOperation({ kind, errors }: Pick<CallNotes, 'kind' | 'errors'>): void {
  for (const code of errors.size > 0 ? errors : ['OK']) operationsOf(kind ?? 'none', code).inc();
}

function operationsOf(kind: string, code: string): ReturnType<typeof graphqlOperations.labels> {
  const key = `${kind} ${code}`;
  let known = operationSeries.get(key);
  if (!known) {
    known = graphqlOperations.labels({ kind, code });
    operationSeries.set(key, known);
  }
  return known;
}

// Start all series at zero: a rate would not count an error that creates its series.
for (const kind of ['query', 'mutation', 'subscription', 'none'])
  for (const code of ['OK', 'SERVICE_UNAVAILABLE', 'INTERNAL']) operationsOf(kind, code);

export const openConnections = new Gauge({
  name: 'flightline_http_connections',
  help: 'Number of open client connections, including WebSockets and streams.',
  registers,
});

export const closedConnections = new Counter({
  name: 'flightline_http_connections_closed_total',
  help: 'Number of connections that the service closed, by reason: over the `limit`, `pipelined` too far, `silent` within a body, responses `unread`, or too much `memory`.',
  labelNames: ['reason'],
  registers,
});

export const waitingBytes = new Gauge({
  name: 'flightline_http_waiting_bytes',
  help: 'Size in bytes of responses that clients have not read yet.',
  registers,
});

export const bodyBytes = new Gauge({
  name: 'flightline_http_body_bytes',
  help: 'Size in bytes of request bodies that are arriving or being processed. Small bodies are not counted.',
  registers,
});
