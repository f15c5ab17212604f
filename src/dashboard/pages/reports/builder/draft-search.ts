/** What the address of a new report can say. */
export const DRAFT_SEARCH = [
  'range',
  'from',
  'to',
  'rows',
  'group',
  'measure',
  'currency',
  'zone',
  'bidding',
  'limit',
  'order',
  'advertisers',
  'where',
  'having',
] as const;
