/** The report's dimensions; `seat` and `group` follow from the advertiser, the others stand in the facts. */
export type DimensionKey =
  | 'advertiser'
  | 'campaign'
  | 'line'
  | 'package'
  | 'seat'
  | 'group'
  | 'country'
  | 'ad';

export type MetricKey =
  | 'impressions'
  | 'clicks'
  | 'spend'
  | 'qualifiedBidRequests'
  | 'bidResponses'
  | 'availableBidRequests'
  | 'winRate'
  | 'conversions'
  | 'conversionValue'
  | 'returnOnAdSpend'
  | 'clickRate'
  | 'costPerMille'
  | 'costPerClick'
  | 'costPerAcquisition';

export type Interval = 'cumulative' | 'hour' | 'day' | 'week' | 'month';

/** UTC hours before `before` are `offsetSeconds` away from the zone's local time; the last piece has no end. */
export interface ZonePiece {
  before: string | null;
  offsetSeconds: number;
}

/** A condition on the measured rows; `metric` is a position in the plan's metrics. */
export type Having =
  | { type: 'equalTo' | 'greaterThan' | 'lessThan'; metric: number; value: string }
  | { type: 'and' | 'or' | 'not'; parts: Having[] };

export interface PlanDimension {
  key: DimensionKey;
  /** Of its two columns. */
  headings: readonly [id: string, name: string];
  /** Names by id; an id without a name gets an empty cell. */
  names: [id: number | string, name: string][];
}

/** Everything a report needs, decided before: the engine looks nothing up and allows nothing by itself. */
export interface ReportPlan {
  files: string[];
  /** Inclusive, UTC, `yyyy-MM-ddTHH:mm:ss`; null has no end. */
  first: string | null;
  last: string | null;
  zone: ZonePiece[];
  interval: Interval;
  dimensions: PlanDimension[];
  metrics: { key: MetricKey; name: string }[];
  /** The advertisers whose rows count, with the currency that their money is shown in. */
  scope: { advertiserId: number; seatId: number; groupId: number; currency: string }[];
  filters: {
    key: 'campaign' | 'line' | 'package' | 'country' | 'ad';
    excluded: boolean;
    ids: (number | string)[];
  }[];
  having: Having | null;
  /** Sort columns, positions in `metrics`; without any, rows are sorted by time and all dimensions. */
  order: { metric: number; descending: boolean }[];
  /** The number of rows to return in that order; null returns all. */
  limit: number | null;
  /** No more rows are written, whichever they are. */
  mostRows: number;
  /** USD per unit for each UTC day and currency in use; empty while all money is USD. */
  rates: { day: string; currency: string; usdPerUnit: string }[];
}
