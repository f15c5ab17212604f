import type { Dialect } from '../dialect.ts';
import {
  columns,
  describe,
  diagnose,
  lastHours,
  months,
  stage,
  writeConversions,
  writeFacts,
} from './facts.ts';
import { reportJob } from './report.ts';

/** DuckDB's SQL: loads in facts.ts, reports in report.ts. */
export const duckDbDialect: Dialect = {
  columns,
  stage,
  diagnose,
  months,
  writeFacts,
  describe,
  lastHours,
  writeConversions: (rows, target) => ({ tables: [rows], statements: [writeConversions(target)] }),
  report: reportJob,
};
