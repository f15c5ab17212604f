/** What the address of a new report can say; `saved` is the saved report that it changes. */
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
  'saved',
] as const;
