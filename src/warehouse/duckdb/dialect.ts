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
  writeConversions: (conversions, target) => ({
    tables: [{ name: 'conversions_in', ...conversions }],
    statements: [writeConversions(target)],
  }),
  report: reportJob,
};
