import { Gauge } from 'prom-client';
import type { System } from '../domain/context.ts';
import { queueState } from '../domain/report/queue-state.ts';
import { webhookQueueState } from '../domain/webhook/queue-state.ts';
import { version } from '../version.ts';
import { bytesOnDisk, freeBytes } from './disk.ts';
import { reading } from './reading.ts';
import { registers } from './registry.ts';

/** Figures that are found out when they are asked for. One that cannot be found out in time is left out. */

const gauge = (name: string, help: string) => new Gauge({ name, help, registers });

const reports = new Gauge({
  name: 'flightline_reports',
  help: 'Reports of all processes that are `waiting` or `running`.',
  labelNames: ['state'],
  registers,
});
const oldestReport = gauge(
  'flightline_report_oldest_waiting_seconds',
  'How long the oldest waiting report has waited; 0 if none waits.',
);
const failedReports = gauge(
  'flightline_reports_failed_last_hour',
  'Reports of all processes that failed in the last hour.',
);
const pendingDeliveries = gauge(
  'flightline_webhook_deliveries_pending',
  'Deliveries to webhooks, of all processes, that wait to be sent or sent again.',
);
const oldestDelivery = gauge(
  'flightline_webhook_oldest_pending_seconds',
  'The age of the oldest delivery that waits; 0 if none does.',
);
const dataBytes = gauge('flightline_data_directory_bytes', 'Bytes on disk of the data directory.');
const diskFree = gauge(
  'flightline_data_directory_free_bytes',
  'Bytes that are free on the disk of the data directory.',
);
const build = new Gauge({
  name: 'flightline_build_info',
  help: 'Always 1; the labels are the versions of the service and of Node.',
  labelNames: ['version', 'node'],
  registers,
});

const PATIENCE_MS = 1_000;

type Readings = ReturnType<typeof readingsOf>;
const known = new WeakMap<System['pool'], Readings>();

/** Walking the data directory takes longest, and changes least. */
function readingsOf({ config: { dataDir }, pool, reserved, now }: System) {
  const patienceMs = PATIENCE_MS;
  return {
    queue: reading({ read: () => queueState(reserved?.pool ?? pool, now()), freshMs: 5_000, patienceMs }),
    webhooks: reading({
      read: () => webhookQueueState(reserved?.pool ?? pool, now()),
      freshMs: 5_000,
      patienceMs,
    }),
    bytes: reading({ read: () => bytesOnDisk(dataDir), freshMs: 60_000, patienceMs }),
    free: reading({ read: () => freeBytes(dataDir), freshMs: 5_000, patienceMs }),
    version: reading({ read: version, freshMs: Number.POSITIVE_INFINITY, patienceMs }),
  };
}

/** Sets the gauges above for a scrape: within a second, and with at most two statements, on the reserved pool. */
export async function measure(system: System): Promise<void> {
  const readings = known.get(system.pool) ?? readingsOf(system);
  known.set(system.pool, readings);
  const [queue, webhooks, bytes, free, release] = await Promise.all([
    readings.queue(),
    readings.webhooks(),
    readings.bytes(),
    readings.free(),
    readings.version(),
  ]);
  set(reports, queue?.waiting, { state: 'waiting' });
  set(reports, queue?.running, { state: 'running' });
  set(oldestReport, queue?.oldestWaitingS);
  set(failedReports, queue?.failedLastHour);
  set(pendingDeliveries, webhooks?.pending);
  set(oldestDelivery, webhooks?.oldestPendingS);
  set(dataBytes, bytes);
  set(diskFree, free);
  if (release) build.set({ version: release, node: process.version }, 1);
}

function set(metric: Gauge, value: number | undefined, labels: Record<string, string> = {}): void {
  if (value === undefined) metric.remove(labels);
  else metric.set(labels, value);
}
