/** The columns of a facts file that partners and operators write, in the order of the documentation. */
export const FACT_COLUMNS = [
  'hour',
  'advertiserId',
  'campaignId',
  'lineId',
  'packageId',
  'country',
  'impressions',
  'clicks',
  'spend',
  'qualifiedBidRequests',
  'bidResponses',
  'availableBidRequests',
] as const;

/** Columns that a file may omit. */
export const OPTIONAL_COLUMNS = ['adId'] as const;

export type FactColumn = (typeof FACT_COLUMNS)[number] | (typeof OPTIONAL_COLUMNS)[number];

/** `delivery` files come from loads, `conversion` files from the intake. */
export type FactKind = 'delivery' | 'conversion';

/** The format of a facts file to load. */
export type FactFormat = 'csv' | 'ndjson' | 'parquet';
