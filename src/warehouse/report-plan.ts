/**
 * The report's dimensions. `seat` and `group` are determined by the advertiser, `creative` by the ad and
 * `lineType` by the line; the others are columns of the facts.
 */
export type DimensionKey =
  | 'advertiser'
  | 'campaign'
  | 'line'
  | 'package'
  | 'seat'
  | 'group'
  | 'country'
  | 'ad'
  | DerivedKey;

/** Dimensions that follow from an ID of the facts, by a table of the plan. */
export type DerivedKey = 'creative' | 'lineType';

export type MetricKey =
  | 'impressions'
  | 'clicks'
  | 'spend'
  | 'qualifiedBidRequests'
  | 'bidResponses'
  | 'availableBidRequests'
  | 'winRate'
  | 'conversions'
  | 'clickThroughConversions'
  | 'conversionValue'
  | 'returnOnAdSpend'
  | 'clickRate'
  | 'costPerMille'
  | 'costPerClick'
  | 'costPerAcquisition';

export type Interval = 'cumulative' | 'hour' | 'day' | 'week' | 'month';

/** UTC hours before `before` differ by `offsetSeconds` from local time. The last period has no end. */
export interface ZonePiece {
  before: string | null;
  offsetSeconds: number;
}

/** A condition on the computed rows. `metric` is an index of the plan's metrics. */
export type Having =
  | { type: 'equalTo' | 'greaterThan' | 'lessThan'; metric: number; value: string }
  | { type: 'and' | 'or' | 'not'; parts: Having[] };

export interface PlanDimension {
  key: DimensionKey;
  /** The headings of its two columns. */
  headings: readonly [id: string, name: string];
  /** Names by ID. An ID without a name gets an empty cell. */
  names: [id: number | string, name: string][];
}

/** The values of a derived dimension by the ID of the facts that it follows from. */
export interface DerivedDimension {
  key: DerivedKey;
  values: [id: number, value: number | string][];
}

/** Everything that a report needs. The engine does not look up anything and does not check permissions. */
export interface ReportPlan {
  files: string[];
  /** Inclusive, UTC, `yyyy-MM-ddTHH:mm:ss`. Null is unbounded. */
  first: string | null;
  last: string | null;
  zone: ZonePiece[];
  interval: Interval;
  dimensions: PlanDimension[];
  /** One for each derived dimension that the report groups or filters by. */
  derived: DerivedDimension[];
  metrics: { key: MetricKey; name: string }[];
  /** The advertisers of the report, with the currency that their money is shown in. */
  scope: { advertiserId: number; seatId: number; groupId: number; currency: string }[];
  filters: {
    key: 'campaign' | 'line' | 'package' | 'country' | 'ad' | DerivedKey;
    excluded: boolean;
    ids: (number | string)[];
  }[];
  having: Having | null;
  /**
   * The columns to sort by, as indexes of `metrics`. Without any, rows are sorted by time and all
   * dimensions.
   */
  order: { metric: number; descending: boolean }[];
  /** The number of rows to return in that order. Null returns all. */
  limit: number | null;
  /** The maximum number of rows that are written, even without a limit. */
  maxRows: number;
  /** USD per unit for each UTC day and currency in use. Empty if all money is in USD. */
  rates: { day: string; currency: string; usdPerUnit: string }[];
}
