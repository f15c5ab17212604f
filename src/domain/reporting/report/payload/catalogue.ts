import type { FactKind } from '../../../../warehouse/columns.ts';
import type { DimensionKey, Interval, MetricKey } from '../../../../warehouse/report-plan.ts';

export interface Dimension {
  id: number;
  name: string;
  key: DimensionKey;
  /** Whether bidding reports can contain it. */
  bidding: boolean;
}

export interface Metric {
  id: number;
  name: string;
  key: MetricKey;
  /** The kinds of facts that have it. */
  facts: FactKind[];
  bidding: boolean;
  /** Only returned with data source 15. */
  bidOnly: boolean;
}

/** IDs above 10,000 are specific to this service. */
export const DIMENSIONS: readonly Dimension[] = [
  { id: 4, name: 'Advertiser', key: 'advertiser', bidding: true },
  { id: 5, name: 'Campaign', key: 'campaign', bidding: true },
  { id: 6, name: 'Line', key: 'line', bidding: true },
  { id: 149, name: 'Package', key: 'package', bidding: true },
  { id: 56, name: 'Seat', key: 'seat', bidding: false },
  { id: 64, name: 'Advertiser Group', key: 'group', bidding: false },
  { id: 19, name: 'Country', key: 'country', bidding: false },
  { id: 10001, name: 'Ad', key: 'ad', bidding: false },
  { id: 10002, name: 'Creative', key: 'creative', bidding: false },
  { id: 10003, name: 'Line Type', key: 'lineType', bidding: false },
];

/** IDs above 10,000 are specific to this service. */
export const METRICS: readonly Metric[] = [
  delivery(1, 'Impressions', 'impressions', { bidding: true }),
  delivery(173, 'Qualified Bid Requests', 'qualifiedBidRequests', { bidding: true, bidOnly: true }),
  delivery(254, 'Bid Responses', 'bidResponses', { bidding: true, bidOnly: true }),
  delivery(583, 'Available Bid Requests', 'availableBidRequests', { bidding: true, bidOnly: true }),
  delivery(584, 'Average Win Rate', 'winRate', { bidding: true, bidOnly: true }),
  delivery(10001, 'Clicks', 'clicks'),
  delivery(10002, 'Spend', 'spend'),
  { ...delivery(10003, 'Conversions', 'conversions'), facts: ['conversion'] },
  { ...delivery(10004, 'Conversion Value', 'conversionValue'), facts: ['conversion'] },
  { ...delivery(10005, 'Return On Ad Spend', 'returnOnAdSpend'), facts: ['delivery', 'conversion'] },
  delivery(10006, 'Click Rate', 'clickRate'),
  delivery(10007, 'Cost Per Mille', 'costPerMille'),
  delivery(10008, 'Cost Per Click', 'costPerClick'),
  {
    ...delivery(10009, 'Cost Per Acquisition', 'costPerAcquisition'),
    facts: ['delivery', 'conversion'],
  },
  {
    ...delivery(10010, 'Click Through Conversions', 'clickThroughConversions'),
    facts: ['conversion'],
  },
];

/** The values of `intervalTypeId`. */
export const INTERVALS: Readonly<Record<number, Interval>> = {
  1: 'cumulative',
  2: 'day',
  3: 'month',
  4: 'week',
  5: 'hour',
};

export const BIDDING_DATA_SOURCE = 15;
export const CUSTOM_RANGE = 11;
/** The values of `dateTypeId`. IDs above 10,000 are specific to this service. */
export const DATE_TYPES = {
  TODAY: 1,
  YESTERDAY: 2,
  THIS_WEEK: 3,
  LAST_7_DAYS: 4,
  LAST_WEEK: 5,
  LAST_14_DAYS: 6,
  MONTH_TO_DATE: 7,
  LAST_30_DAYS: 8,
  LAST_MONTH: 9,
  ALL_TIME: 10,
  CUSTOM_RANGE,
  LAST_90_DAYS: 10001,
  LAST_365_DAYS: 10002,
} as const;
export const DATE_TYPE_IDS = Object.values(DATE_TYPES);
export type DateTypeId = (typeof DATE_TYPE_IDS)[number];

/** The values of `currency`. */
export const DENOMINATIONS = { 1: 'seat', 2: 'advertiser', 3: 'campaign', 4: 'USD' } as const;
export type Denomination = (typeof DENOMINATIONS)[keyof typeof DENOMINATIONS];

export const DEFAULT_ZONE = 'America/New_York';

/** The values of `reportOption.timezone`. */
export const ZONES: readonly string[] = [
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/El_Salvador',
  'America/Mexico_City',
  DEFAULT_ZONE,
  'America/Bogota',
  'America/Lima',
  'America/Halifax',
  'America/Puerto_Rico',
  'America/Argentina/Buenos_Aires',
  'America/Santiago',
  'America/Sao_Paulo',
  'Etc/GMT',
  'Europe/London',
  'Europe/Paris',
  'Asia/Jerusalem',
  'Asia/Dubai',
  'Asia/Karachi',
  'Asia/Dhaka',
  'Asia/Jakarta',
  'Australia/Perth',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Pacific/Auckland',
];

/** Returns a value of `reportOption.timezone` by its name there. `UTC` is another name of `Etc/GMT`. */
export const reportZone = <Name>(name: Name) => (name === 'UTC' ? 'Etc/GMT' : name);

function delivery(
  id: number,
  name: string,
  key: MetricKey,
  { bidding = false, bidOnly = false }: { bidding?: boolean; bidOnly?: boolean } = {},
): Metric {
  return { id, name, key, facts: ['delivery'], bidding, bidOnly };
}
