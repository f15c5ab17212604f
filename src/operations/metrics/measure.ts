import { Gauge } from 'prom-client';
import type { System } from '../../domain/context.ts';
import { eventBacklog } from '../../domain/events/event/store.ts';
import { webhookQueueState } from '../../domain/notifications/webhook/queue-state.ts';
import { queueState } from '../../domain/reporting/report/queue-state.ts';
import { readAges } from '../../platform/metrics/ages.ts';
import { cachedMeasure } from '../../platform/metrics/cached-measure.ts';
import { bytesOnDisk, diskSpace } from '../../platform/metrics/disk.ts';
import { registers } from '../../platform/metrics/registry.ts';
import { certificatesOf } from '../../platform/network/certificates.ts';
import { build as readBuild } from '../../platform/process/version.ts';
import { readiness } from '../health/ready.ts';

/** Measures that are read for each scrape. One that cannot be read in time is left out. */

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
const diskSize = gauge('flightline_data_directory_size_bytes', 'The size of that disk in bytes.');
const ready = gauge('flightline_ready', 'Whether `/readyz` is 200: 1, or 0.');
const failing = new Gauge({
  name: 'flightline_check_failing',
  help: 'For each `check` of `/readyz?verbose`, 1 if it fails, else 0. What is not known is left out.',
  labelNames: ['check'],
  registers,
});
const backlog = gauge(
  'flightline_event_backlog',
  'Number of events that this process has received and that wait for their commit.',
);
const signingKeyAge = gauge(
  'flightline_signing_key_age_seconds',
  'The age of the newest key that signs access tokens.',
);
const backupAge = gauge(
  'flightline_backup_age_seconds',
  'The age of the last complete backup; before the first, of the database.',
);
const certificateExpiry = new Gauge({
  name: 'flightline_certificate_expiry_timestamp_seconds',
  help: 'When the certificate of a public URL expires, by `origin`, as seconds since 1970.',
  labelNames: ['origin'],
  registers,
});
const build = new Gauge({
  name: 'flightline_build_info',
  help: 'Always 1; the labels are the version and the commit of the service, and the version of Node.',
  labelNames: ['version', 'commit', 'node'],
  registers,
});

const WAIT_TIMEOUT_MS = 1_000;
/** Longer than the other measures, so that a check can report a dependency that hangs. */
const CHECKS_MS = 2_500;

type Readings = ReturnType<typeof readingsOf>;
const known = new WeakMap<System['pool'], Readings>();

/** The size of the data directory takes longest to read and changes least, so it is cached longest. */
function readingsOf(system: System) {
  const { config, pool, reserved, now } = system;
  const { dataDir } = config;
  const waitTimeoutMs = WAIT_TIMEOUT_MS;
  return {
    queue: cachedMeasure({
      read: () => queueState(reserved?.pool ?? pool, now()),
      maxAgeMs: 5_000,
      waitTimeoutMs,
    }),
    webhooks: cachedMeasure({
      read: () => webhookQueueState(reserved?.pool ?? pool, now()),
      maxAgeMs: 5_000,
      waitTimeoutMs,
    }),
    bytes: cachedMeasure({ read: () => bytesOnDisk(dataDir), maxAgeMs: 60_000, waitTimeoutMs }),
    disk: cachedMeasure({ read: () => diskSpace(dataDir), maxAgeMs: 5_000, waitTimeoutMs }),
    checks: cachedMeasure({
      read: () => readiness({ system: { ...system, ...reserved } }),
      maxAgeMs: 1_000,
      waitTimeoutMs: CHECKS_MS,
    }),
    ages: cachedMeasure({
      read: () => readAges(reserved?.pool ?? pool, now()),
      maxAgeMs: 60_000,
      waitTimeoutMs,
    }),
    certificates: cachedMeasure({
      read: () => certificatesOf(system.publicUrls),
      maxAgeMs: 60_000,
      waitTimeoutMs,
    }),
    release: cachedMeasure({ read: readBuild, maxAgeMs: Number.POSITIVE_INFINITY, waitTimeoutMs }),
  };
}

/** Sets the gauges above for a scrape: within seconds, and with few statements, on the reserved pool. */
export async function measure(system: System): Promise<void> {
  const readings = known.get(system.pool) ?? readingsOf(system);
  known.set(system.pool, readings);
  const [queue, webhooks, bytes, disk, release, checks, ages, certificates] = await Promise.all([
    readings.queue(),
    readings.webhooks(),
    readings.bytes(),
    readings.disk(),
    readings.release(),
    readings.checks(),
    readings.ages(),
    readings.certificates(),
  ]);
  set(reports, queue?.waiting, { state: 'waiting' });
  set(reports, queue?.running, { state: 'running' });
  set(oldestReport, queue?.oldestWaitingS);
  set(failedReports, queue?.failedLastHour);
  set(pendingDeliveries, webhooks?.pending);
  set(oldestDelivery, webhooks?.oldestPendingS);
  set(dataBytes, bytes);
  set(diskFree, disk?.free);
  set(diskSize, disk?.size);
  set(ready, checks && (checks.reasons.length === 0 ? 1 : 0));
  failing.reset();
  for (const { name, status } of checks?.checks ?? [])
    if (status !== 'unknown') failing.set({ check: name }, status === 'failing' ? 1 : 0);
  backlog.set(eventBacklog(system));
  set(signingKeyAge, ages?.signingKey);
  set(backupAge, ages?.backup);
  for (const { origin, expiresAt } of certificates ?? [])
    certificateExpiry.set({ origin }, expiresAt.getTime() / 1000);
  if (release)
    build.set({ version: release.version, commit: release.commit ?? '', node: process.version }, 1);
}

function set(metric: Gauge, value: number | undefined, labels: Record<string, string> = {}): void {
  if (value === undefined) metric.remove(labels);
  else metric.set(labels, value);
}
