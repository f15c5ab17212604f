import type { MetricKey, ReportPlan } from '../../src/warehouse/report-plan.ts';

/** A report of everything that there is of these advertisers, in US dollars and UTC. */
export function makeReportPlan({
  advertiserIds,
  metrics,
  ...more
}: { advertiserIds: number[]; metrics: MetricKey[] } & Partial<
  Omit<ReportPlan, 'metrics' | 'files' | 'scope'>
>) {
  return (files: string[]): ReportPlan => ({
    files,
    first: null,
    last: null,
    zone: [{ before: null, offsetSeconds: 0 }],
    interval: 'cumulative',
    dimensions: [],
    derived: [],
    filters: [],
    having: null,
    order: [],
    limit: null,
    maxRows: 1_000_000,
    rates: [],
    ...more,
    metrics: metrics.map((key) => ({ key, name: key })),
    scope: advertiserIds.map((advertiserId) => ({ advertiserId, seatId: 1, groupId: 1, currency: 'USD' })),
  });
}
