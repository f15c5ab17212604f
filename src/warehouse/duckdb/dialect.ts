import type { Dialect } from '../dialect.ts';
import { compareEvents, countEvents, writeEvents } from './events.ts';
import {
  adsOfLines,
  adsOfSource,
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
import { rollUp } from './roll-up.ts';

/** DuckDB's SQL: loads in facts.ts, reports in report.ts. */
export const duckDbDialect: Dialect = {
  columns,
  stage,
  diagnose,
  adsOfLines,
  adsOfSource,
  months,
  writeFacts,
  rollUp,
  describe,
  lastHours,
  writeConversions: (conversions, target) => ({
    tables: [{ name: 'conversions_in', ...conversions }],
    statements: [writeConversions(target)],
  }),
  writeEvents,
  compareEvents,
  countEvents,
  report: reportJob,
};
