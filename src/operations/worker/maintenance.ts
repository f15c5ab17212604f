import type { System } from '../../domain/context.ts';
import { archiveEvents } from '../../domain/events/event/archive/archive.ts';
import { retireArchived, sweepArchived } from '../../domain/events/event/archive/retire.ts';
import { enqueueClosedBooks } from '../../domain/notifications/webhook/notify/books.ts';
import { enqueuePacing } from '../../domain/notifications/webhook/notify/pacing.ts';
import { enqueueQuotaWarnings } from '../../domain/notifications/webhook/notify/quota.ts';
import { tidyWebhooks } from '../../domain/notifications/webhook/tidy.ts';
import { exportConversions } from '../../domain/reporting/report/export-conversions.ts';
import { LINK_LIFE_MS } from '../../domain/reporting/report/link.ts';
import { linkedReports } from '../../domain/reporting/saved-report/link.ts';
import { makeDueReports } from '../../domain/reporting/saved-report/make-due.ts';
import { deleteInBatches } from '../../platform/database/rows/delete-batches.ts';
import { tryLease } from '../../platform/database/transaction/lease.ts';
import { logFailure } from '../../platform/log/outage-log.ts';
import { webhooksDisabled } from '../../platform/metrics/webhooks.ts';
import { copyFacts, type FactCopy, sweepCopy } from '../../warehouse/clickhouse/copy.ts';
import { compactFacts, removeRetired, removeUnregistered } from '../../warehouse/compact.ts';
import type { FileStore } from '../../warehouse/file-store.ts';
import type { Warehouse } from '../../warehouse/load.ts';
import { rollUpFiles } from '../../warehouse/roll-up.ts';
import { removeUnnamed } from '../../warehouse/unnamed-files.ts';

interface MaintenanceOptions {
  system: System;
  warehouse: Warehouse;
}

/** Conversions must appear in reports within a minute of their upload. */
const FLOW_EVERY_MS = 10_000;
const TIDY_EVERY_MS = 60_000;
/** Once a day, because listing every file of an object store is charged for. */
const SWEEP = { name: 'sweep', everyS: 86_400 };
/** How often webhooks are notified of events that no statement writes: the passing of time, and counters. */
const NOTIFY_INTERVAL_MS = 5_000;
const PACE_EVERY_MS = 60_000;
/** Files are kept for another day, so that a download that started in time can finish. */
const FILE_LIFE_MS = 2 * LINK_LIFE_MS;
/** How long finished reports are stored. */
const REPORT_LIFE = '13 months';
/** Older drafts are abandoned: no load or report takes this long. */
const DRAFT_LIFE_MS = 6 * 3_600_000;

/**
 * Moves conversions to facts and tidies the file store regularly.
 * @returns a function that stops both
 */
export function runMaintenance(options: MaintenanceOptions): () => Promise<void> {
  const { system, warehouse } = options;
  const tasks = [
    repeat(options, FLOW_EVERY_MS, async () => {
      await rollUpFiles(system.pool, warehouse);
      await exportConversions(system, warehouse);
    }),
    repeat(options, FLOW_EVERY_MS, () => withCopy(options, copyFacts)),
    repeat(options, NOTIFY_INTERVAL_MS, async () => {
      await enqueueClosedBooks(system);
      await enqueueQuotaWarnings(system);
    }),
    repeat(options, PACE_EVERY_MS, () => enqueuePacing(system)),
    repeat(options, TIDY_EVERY_MS, () => makeDueReports(system)),
    repeat(options, TIDY_EVERY_MS, async (signal) => {
      await retireArchived(system);
      await archiveEvents({ system, warehouse, signal });
    }),
    repeat(options, TIDY_EVERY_MS, async () => {
      await removeExpired(options);
      await removeOldReports(options);
      webhooksDisabled.inc(await tidyWebhooks(system));
      await compactFacts(system.pool, warehouse);
      await removeRetired(system.pool, warehouse);
      await sweep(options);
    }),
  ];
  return async () => {
    await Promise.all(tasks.map((stop) => stop()));
  };
}

/** Runs `work` repeatedly, with a pause after each run. */
function repeat(
  { system }: MaintenanceOptions,
  everyMs: number,
  task: (signal: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const plan = () => {
    timer = setTimeout(() => {
      current = task(signal)
        .catch((error) => {
          if (!signal.aborted) logFailure(system.log, error, 'housekeeping failed');
        })
        .then(() => {
          if (!signal.aborted) plan();
        });
    }, everyMs);
  };
  plan();
  return () => {
    stopping.abort();
    clearTimeout(timer);
    return current;
  };
}

/**
 * Removes report files that no download can be using and no link of a saved report serves, and abandoned drafts on this
 * machine.
 */
export async function removeExpired({ system, warehouse: { files } }: MaintenanceOptions): Promise<void> {
  const now = system.now().getTime();
  const linked = await linkedReports(system);
  const expired = await system.db.report.findMany({
    where: {
      fileName: { not: null },
      createdAt: { lt: new Date(now - FILE_LIFE_MS) },
      customerReportId: { notIn: linked },
    },
    select: { id: true, fileName: true },
    take: 1000,
  });
  for (const { id, fileName } of expired) {
    await files.remove(fileName ?? '');
    await system.db.report.update({ where: { id }, data: { fileName: null } });
  }
  await removeOlder(files, 'drafts', DRAFT_LIFE_MS);
}

/** Once a day, removes files that no row refers to, which crashes leave behind. */
async function sweep({ system, warehouse }: MaintenanceOptions): Promise<void> {
  if (!(await tryLease(system.pool, SWEEP))) return;
  await removeUnregistered(system.pool, warehouse);
  await removeUnnamedReports({ system, warehouse });
  await sweepArchived({ pool: system.pool, files: warehouse.files });
  await withCopy({ system, warehouse }, sweepCopy);
}

/** Runs work on ClickHouse's copy of the facts, if there is one. */
async function withCopy<T>(
  { system, warehouse }: MaintenanceOptions,
  work: (copy: FactCopy) => Promise<T>,
): Promise<void> {
  const { clickHouse, pool } = system;
  if (clickHouse) await work({ clickHouse, pool, files: warehouse.files });
}

/** Removes files of finished reports, and of failed attempts, that no row refers to. */
export async function removeUnnamedReports({
  system: { pool },
  warehouse: { files },
}: Pick<MaintenanceOptions, 'system' | 'warehouse'>): Promise<void> {
  const named = 'SELECT file_name AS name FROM report WHERE file_name = ANY($1)';
  await removeUnnamed({ pool, files, folder: 'reports', named });
  await removeOlder(files, 'reports', FILE_LIFE_MS);
}

/** Removes old finished reports. */
export async function removeOldReports({ system }: Pick<MaintenanceOptions, 'system'>): Promise<void> {
  const { pool, now } = system;
  const where = `status IN ('SUCCESS', 'FAILED') AND file_name IS NULL AND created_at < $1::timestamptz - $2::interval`;
  await deleteInBatches(pool, { table: 'report', where, values: [now(), REPORT_LIFE] });
}

/** Uses the system's clock, like the times of the files. */
async function removeOlder(files: FileStore, folder: string, lifeMs: number): Promise<void> {
  for (const { name, changedAt } of await files.list(folder))
    if (Date.now() - changedAt.getTime() > lifeMs) await files.remove(name);
}
