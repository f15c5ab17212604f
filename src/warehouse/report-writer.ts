import type { Dialect } from './dialect.ts';
import type { Engine, RunOptions } from './engine.ts';
import type { FileStore } from './file-store.ts';
import type { ReportPlan } from './report-plan.ts';

/** A report to write. */
export interface WantedReport {
  /** The files of facts that it is made of. */
  readonly names: readonly string[];
  /** What is to be written, given where the engine finds these files. */
  plan(places: string[]): ReportPlan;
  /** A new file on this machine. */
  readonly target: string;
}

/** Writes reports as CSV; which engine makes them does not show in a single byte. */
export interface ReportWriter {
  /** @returns the number of rows, without the header */
  write(report: WantedReport, options?: RunOptions): Promise<number>;
}

/** Reports by the engine that reads the files themselves. */
export function fileReports(warehouse: {
  engine: Engine;
  dialect: Dialect;
  files: Pick<FileStore, 'use'>;
}): ReportWriter {
  const { engine, dialect, files } = warehouse;
  return {
    write: async ({ names, plan, target }, options) => {
      const rows = await files.use(names, (places) =>
        engine.run(dialect.report(plan(places), target), options),
      );
      return Number(rows[0]?.Count);
    },
  };
}
