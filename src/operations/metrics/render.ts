import { Counter, collectDefaultMetrics, Gauge } from 'prom-client';
import type { System } from '../../domain/context.ts';
import { observed } from '../../domain/events/intake/caller.ts';
import { registers, registry } from '../../platform/metrics/registry.ts';
import { replicaLag } from '../../platform/metrics/replica.ts';
// A process without a worker shows its metrics too, at zero.
import '../../platform/metrics/reports.ts';
import { measure } from './measure.ts';

const intakeObserved = new Counter({
  name: 'flightline_intake_observed_total',
  help: 'Number of intake requests without a valid token that were accepted because FLIGHTLINE_INTAKE_AUTH=observe.',
  registers,
});

const poolConnections = new Gauge({
  name: 'flightline_database_connections',
  help: 'Number of database connections by state. `waiting` counts requests that wait for one.',
  labelNames: ['state'],
  registers,
});

/** Everything in Prometheus's text format, with Node's own metrics (event loop, memory, collections). */
export async function renderMetrics(system: System): Promise<{ type: string; text: string }> {
  if (!registry.getSingleMetric('nodejs_eventloop_lag_seconds'))
    collectDefaultMetrics({ register: registry });
  await measure(system);
  intakeObserved.reset();
  intakeObserved.inc(observed.count);
  const { totalCount, idleCount, waitingCount } = system.pool;
  poolConnections.set({ state: 'used' }, totalCount - idleCount);
  poolConnections.set({ state: 'idle' }, idleCount);
  poolConnections.set({ state: 'waiting' }, waitingCount);
  replicaLag.set((system.replica?.lagMs ?? 0) / 1000);
  return { type: registry.contentType, text: await registry.metrics() };
}
