/** The columns of a facts file as partners and operators write it, in the order of the documentation. */
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

/** Columns that a file may leave out. */
export const OPTIONAL_COLUMNS = ['adId'] as const;

export type FactColumn = (typeof FACT_COLUMNS)[number] | (typeof OPTIONAL_COLUMNS)[number];

/** `delivery` files come from loads, `conversion` files from the intake. */
export type FactKind = 'delivery' | 'conversion';

/** How a facts file to load is written. */
export type FactFormat = 'csv' | 'ndjson' | 'parquet';
