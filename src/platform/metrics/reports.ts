import { Counter } from 'prom-client';
import { registers } from './registry.ts';

export const reportRuns = new Counter({
  name: 'flightline_report_runs_total',
  help: 'Runs of reports in this process: `finished`, `failed` for good, `again` if another run follows or was one too many, `lost` to another worker.',
  labelNames: ['outcome'],
  registers,
});
for (const outcome of ['finished', 'failed', 'again', 'lost']) reportRuns.inc({ outcome }, 0);
