import type { Having, Interval } from '../../../../warehouse/report-plan.ts';
import type { DateTypeId, Denomination, Dimension, Metric } from './catalogue.ts';

export interface Filter {
  dimension: Dimension;
  excluded: boolean;
  /** As sent: numbers, digits, or country codes. */
  ids: string[];
}

/** A valid report payload. Only what the seat can access remains to be checked. */
export interface ReportSpec {
  dateTypeId: DateTypeId;
  /** Only for custom ranges. */
  startDate: Date | null;
  endDate: Date | null;
  interval: Interval;
  zone: string;
  denomination: Denomination;
  dimensions: Dimension[];
  metrics: Metric[];
  filters: Filter[];
  /** Advertiser IDs; an empty list does not filter. */
  accountIds: string[];
  having: Having | null;
  order: { metric: number; descending: boolean }[];
  limit: number | null;
}
