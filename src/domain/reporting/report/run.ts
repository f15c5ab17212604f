import { EngineLimitError, type RunOptions } from '../../../warehouse/engine.ts';
import type { Warehouse } from '../../../warehouse/load.ts';
import type { System } from '../../context.ts';
import { ValidationError } from '../../errors.ts';
import { gatherMaterial } from './material.ts';
import { reportPlan } from './plan.ts';
import {
  failReport,
  finishReport,
  RENEW_EVERY_MS,
  releaseReport,
  renewLease,
  type TakenReport,
} from './queue.ts';
import { MissingRateError } from './rates/rates.ts';

/** How often progress is stored. The lease is renewed even without progress. */
const PROGRESS_EVERY_MS = 1000;

/** An error that another attempt would encounter again. The message can be shown to users. */
class PermanentReportError extends Error {}

/**
 * Creates a report that was taken from the queue: first its file, then the row that makes the file count. `lost` is
 * aborted when the report was cancelled, deleted, returned to the queue or taken by another worker; the work then
 * stops.
 */
export async function runReport(
  system: System,
  warehouse: Warehouse,
  taken: TakenReport,
  lost = new AbortController(),
): Promise<'finished' | 'failed' | 'again' | 'lost'> {
  const { log } = system;
  let progress = 0;
  let reported = { at: Date.now(), progress };
  const lease = setInterval(() => {
    if (progress === reported.progress && Date.now() - reported.at < RENEW_EVERY_MS) return;
    reported = { at: Date.now(), progress };
    renewLease(system, taken, progress).then(
      (isRenewed) => {
        if (!isRenewed) lost.abort();
      },
      (error) => log.warn({ err: error }, 'report lease not renewed'),
    );
  }, PROGRESS_EVERY_MS);
  try {
    const onProgress = (percent: number) => {
      progress = percent;
    };
    const result = await writeReport(system, warehouse, taken, { onProgress, signal: lost.signal });
    if (await finishReport(system, taken, result)) return 'finished';
    await warehouse.files.remove(result.fileName);
    return 'lost';
  } catch (error) {
    if (lost.signal.aborted) return 'lost';
    const { customerReportId } = taken;
    if (isHopeless(error)) {
      await failReport(system, taken, error.message);
      return 'failed';
    }
    log.error({ err: error, customerReportId }, 'report attempt failed');
    await releaseReport(system, taken);
    return 'again';
  } finally {
    clearInterval(lease);
  }
}

async function writeReport(
  system: System,
  warehouse: Warehouse,
  { customerReportId, attempt }: TakenReport,
  options: RunOptions,
): Promise<{ fileName: string; fileBytes: number; numRows: number }> {
  const { files, reports } = warehouse;
  const report = await system.db.report.findUniqueOrThrow({ where: { customerReportId } });
  const material = await gatherMaterial(system, warehouse, report);
  const draft = await files.draft();
  try {
    const names = material.files.map(({ name }) => name);
    const plan = (paths: string[]) => reportPlan(material, paths);
    const numRows = await reports.write({ names, plan, target: draft }, options);
    if (numRows > material.rowCap) {
      throw new PermanentReportError(
        `The report has more than ${material.rowCap} rows; use a filter, a limitSpec or a longer interval.`,
      );
    }
    const fileName = `reports/${customerReportId}/${attempt}.csv`;
    const fileBytes = await files.publish(draft, fileName);
    return { fileName, fileBytes, numRows };
  } catch (error) {
    await files.remove(draft);
    throw error;
  }
}

function isHopeless(error: unknown): error is Error {
  return (
    error instanceof PermanentReportError ||
    error instanceof MissingRateError ||
    error instanceof EngineLimitError ||
    // The payload was stored under earlier, less strict limits.
    error instanceof ValidationError
  );
}
