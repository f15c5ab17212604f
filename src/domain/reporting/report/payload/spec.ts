import type { Having, Interval } from '../../../../warehouse/report-plan.ts';
import type { DateTypeId, Denomination, Dimension, Metric } from './catalogue.ts';

export interface Filter {
  dimension: Dimension;
  excluded: boolean;
  /** As sent: numbers, digits, or country codes. */
  ids: string[];
}

/** A report payload that was found good: nothing in it is left to check but what the seat may see. */
export interface ReportSpec {
  dateTypeId: DateTypeId;
  /** Of a custom range only. */
  startDate: Date | null;
  endDate: Date | null;
  interval: Interval;
  zone: string;
  denomination: Denomination;
  dimensions: Dimension[];
  metrics: Metric[];
  filters: Filter[];
  /** Advertiser ids; empty does not filter. */
  accountIds: string[];
  having: Having | null;
  order: { metric: number; descending: boolean }[];
  limit: number | null;
}
