/**
 * What the address of a new report can say; `saved` is the saved report that it changes, `name` what was
 * typed for one. The `zone` of an address is that of the page.
 */
export const DRAFT_SEARCH = [
  'range',
  'from',
  'to',
  'rows',
  'group',
  'measure',
  'currency',
  'timezone',
  'bidding',
  'limit',
  'order',
  'advertisers',
  'where',
  'having',
  'saved',
  'name',
] as const;
