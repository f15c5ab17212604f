import type { Dialect } from './dialect.ts';
import type { Engine, RunOptions } from './engine.ts';
import type { FileStore } from './file-store.ts';
import type { ReportPlan } from './report-plan.ts';

/** A report to write. */
export interface RequestedReport {
  /** The names of the fact files that it reads. */
  readonly names: readonly string[];
  /** Returns the plan, given the paths of these files. */
  plan(paths: string[]): ReportPlan;
  /** A new local file to write to. */
  readonly target: string;
}

/** Writes reports as CSV. Every engine writes exactly the same bytes. */
export interface ReportWriter {
  /** @returns the number of rows, without the header */
  write(report: RequestedReport, options?: RunOptions): Promise<number>;
}

/** Returns the writer that uses the engine on the files themselves. */
export function fileReports(warehouse: {
  engine: Engine;
  dialect: Dialect;
  files: Pick<FileStore, 'use'>;
}): ReportWriter {
  const { engine, dialect, files } = warehouse;
  return {
    write: async ({ names, plan, target }, options) => {
      const rows = await files.use(names, (paths) =>
        engine.run(dialect.report(plan(paths), target), options),
      );
      return Number(rows[0]?.Count);
    },
  };
}
