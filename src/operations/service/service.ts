import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from '../../app.ts';
import type { Config } from '../../config.ts';
import { signInLinkOf } from '../../domain/access/identity/session/sign-in-link.ts';
import { checkPlace } from '../../domain/access/tenancy/place.ts';
import { seedReferenceData } from '../../domain/audiences/dictionary/seed.ts';
import type { System } from '../../domain/context.ts';
import { enterEpoch } from '../../domain/notifications/history/epoch.ts';
import { followSandbox, setSeed } from '../../domain/sandbox/follow.ts';
import { directServer } from '../../platform/database/connection/direct-server.ts';
import { checkPooler } from '../../platform/database/connection/pooler.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../platform/database/embedded/embedded.ts';
import { freePort } from '../../platform/database/embedded/postmaster.ts';
import { migrate } from '../../platform/database/migration/migrate.ts';
import { checkWritable } from '../../platform/files/data-dir.ts';
import { narrowAccess } from '../../platform/files/private-access.ts';
import { type Address, addressProblem, checkAddress } from '../../platform/network/listen-address.ts';
import { newOperation } from '../../platform/process/operation.ts';
import { SettingError } from '../../platform/settings/setting-error.ts';
import { startTracing } from '../../platform/tracing/start.ts';
import { followStatistics } from '../../resources/filter/row-estimates.ts';
import { claimFiles } from '../../warehouse/claim.ts';
import { claimCopy } from '../../warehouse/clickhouse/tables.ts';
import { loadDemoFacts } from '../demo/facts.ts';
import { openDemo } from '../demo/open.ts';
import type { DemoSeat } from '../demo/seed.ts';
import { followOperation } from '../health/follow.ts';
import { runMaintenance } from '../health/maintenance.ts';
import { needsFiles } from '../health/probes.ts';
import { readiness, watchReadiness } from '../health/ready.ts';
import { operationsServer } from '../health/routes.ts';
import { storeRequestLog } from '../request-log/writer.ts';
import { startWorker, type Worker } from '../worker/worker.ts';
import { retryStart } from './retry-start.ts';
import { openSystem } from './system.ts';

export interface RunningService {
  readonly origin: string;
  /** The origin of /metrics, /healthz and /readyz, if they have a separate port. */
  readonly operationsOrigin: string | undefined;
  readonly demo: DemoSeat | undefined;
  /** Returns a link that signs the demo user in to the dashboard. Undefined if either does not exist. */
  signInLink(): Promise<string | undefined>;
  /** Whether this start created the demo seat, in the embedded database. */
  readonly isFirstStart: boolean;
  /**
   * Continues to serve calls during the drain time, then completes requests in flight, and stops the
   * embedded database.
   */
  stop(): Promise<void>;
}

const IS_SANDBOX =
  'must be on, because this database is a sandbox: its clock, deliveries and calls may be made up.';
/**
 * How long requests in flight may take after the service has stopped accepting new ones. Shorter after a
 * drain, in which they had more time.
 */
const IN_FLIGHT_MS = 5_000;
const IN_FLIGHT_AFTER_DRAIN_MS = 2_500;

/**
 * Starts what the settings enable: database, migrations, reference data, demo seat, HTTP and the report
 * worker.
 */
export async function startService(given: { config: Config; log: Logger }): Promise<RunningService> {
  const { log } = given;
  // Links contain the port, so it must be known before the server listens.
  const config = { ...given.config, port: given.config.port || (await freePort()) };
  const { clients, operators } = addressesOf(config);
  await checkAddress(clients);
  if (operators) await checkAddress(operators);
  const closers: (() => Promise<void>)[] = [];
  const stopping = new AbortController();
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  const stop = async () => {
    // /readyz reports that the process is stopping, so that load balancers send no more requests.
    stopping.abort();
    await sleep(config.drainSeconds * 1000);
    await closeAll();
  };
  try {
    // Start this first, so that everything is traced.
    closers.push(await startTracing({ config, log }));
    closers.push(await storeRequestLog({ config, log }));
    await narrowAccess({ dataDir: config.dataDir, log });
    const embedded = config.databaseUrl === undefined ? await openEmbedded() : undefined;
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
    const direct = directServer(config, databaseUrl);
    const applied = await migrate({ ...direct, allowsNewer: config.allowsNewerDatabase });
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
    if (config.databaseDirectUrl !== undefined)
      await checkPooler({ pooled: { url: databaseUrl }, direct, log });
    const { system, close } = await openSystem({
      config,
      databaseUrl,
      log,
      reserve: true,
      stopping: stopping.signal,
    });
    closers.push(close);
    if (system.sandbox) {
      if (!config.sandbox) throw new SettingError('FLIGHTLINE_SANDBOX', IS_SANDBOX);
      await setSeed(system);
      const stopFollowing = await followSandbox(system);
      closers.push(async () => stopFollowing());
    }
    if (needsFiles(config) || config.demo) {
      await checkWritable(config.dataDir);
      await claimFiles(system);
    }
    if (embedded && config.walArchive) {
      const { clusterId, startArchiving } = await import('../backup/wal/shipper.ts');
      const id = await clusterId(system.pool);
      const { files, operation = newOperation() } = system;
      closers.push(await startArchiving({ config, database: embedded, id, files, operation, log }));
    }
    const { clickHouse, pool } = system;
    if (clickHouse && config.services.has('worker')) await claimCopy({ clickHouse, pool });
    await seedReferenceData(system.pool);
    await enterEpoch(system.pool);
    const isFirstStart =
      config.demo && config.databaseUrl === undefined && (await system.db.seat.count()) === 0;
    const demo = config.demo ? await openDemo({ system }) : undefined;
    await checkPlace(system);
    closers.push(runMaintenance({ system }));
    closers.push(await followStatistics(system));

    const origin = await serve(await buildApp({ system }), clients);
    const operationsOrigin = operators && (await serve(await operationsServer({ system }), operators));
    closers.push(await followOperation({ system, origin }));
    system.usage?.start();
    closers.push(async () => system.usage?.stop());
    // Log problems of other dependencies right at the start.
    await readiness({ system: { ...system, ...system.reserved } });
    closers.push(watchReadiness({ ...system, ...system.reserved }));
    closers.push(startReporting({ system, demo }));
    const signInLink = signInLinkFor(system, demo);
    return { origin, operationsOrigin, demo, isFirstStart, signInLink, stop };
  } catch (error) {
    await closeAll();
    throw error;
  }

  /** @returns the origin at which it can be called */
  async function serve(app: FastifyInstance, address: Address): Promise<string> {
    closers.push(async () => {
      const graceMs = config.drainSeconds > 0 ? IN_FLIGHT_AFTER_DRAIN_MS : IN_FLIGHT_MS;
      const late = setTimeout(() => app.server.closeAllConnections(), graceMs);
      await app.close();
      clearTimeout(late);
    });
    await app.listen({ host: address.host, port: address.port }).catch((error) => {
      throw addressProblem(error, address);
    });
    return `http://${hostForUrl(address.host)}:${(app.server.address() as AddressInfo).port}`;
  }

  async function openEmbedded(): Promise<EmbeddedDatabase> {
    const archives = config.walArchive !== undefined;
    const embedded = await startEmbedded({ dataDir: config.dataDir, log, archives });
    closers.push(embedded.stop);
    return embedded;
  }
}

/** Returns the sign-in link. Like the secret, it is not printed after the secret was rotated. */
function signInLinkFor(system: System, demo: DemoSeat | undefined): RunningService['signInLink'] {
  const { dashboard, services } = system.config;
  return async () => {
    if (!demo?.clientSecret || !dashboard || !services.has('graphql')) return undefined;
    return (await signInLinkOf({ system, clientId: demo.clientId })).url;
  };
}

/**
 * Starts the report worker in processes that have it, and loads the facts of the demo seat. Until these are loaded, reports
 * that the seat requested wait in the queue. A sandbox delivers to the seat only after that.
 * @returns a function that stops it, without waiting for facts that are still being loaded
 */
function startReporting(options: { system: System; demo: DemoSeat | undefined }): () => Promise<void> {
  const { system, demo } = options;
  let stopped = false;
  let worker: Worker | undefined;
  const waiting = { system, isStopped: () => stopped };
  async function loadFacts(held: Set<number>): Promise<void> {
    if (!demo) return;
    const { seatId } = demo;
    held.add(seatId);
    const start = () => loadDemoFacts({ system, seatId });
    await retryStart({ ...waiting, start, failure: 'the facts of the demo seat cannot be loaded yet' });
    held.delete(seatId);
  }
  async function start(): Promise<void> {
    if (!system.config.services.has('worker')) return;
    const held = new Set<number>();
    const loading = loadFacts(held);
    if (system.sandbox) await loading;
    worker = await retryStart({
      ...waiting,
      start: () => startWorker({ system, held }),
      failure: 'reports cannot be processed yet',
    });
    // If the service was stopped during the start, the worker's connection would keep the pool open.
    if (stopped) await worker?.stop();
    await loading;
  }
  start().catch((error) => {
    if (!stopped) system.log.error({ err: error }, 'reports cannot be processed');
  });
  return async () => {
    stopped = true;
    await worker?.stop();
  };
}

function addressesOf({ host, port, operationsPort }: Config): { clients: Address; operators?: Address } {
  const clients: Address = { host, port, setting: 'PORT' };
  if (operationsPort === undefined) return { clients };
  return { clients, operators: { host, port: operationsPort, setting: 'FLIGHTLINE_OPERATIONS_PORT' } };
}

/** Replaces an address that means all interfaces with the loopback address, because it cannot be called. */
function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
