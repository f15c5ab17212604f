/** What the address of a list says, so that a link shows the same. */
export const LIST_SEARCH = [
  'q',
  'status',
  'delivery',
  'pacing',
  'alert',
  'objective',
  'review',
  'media',
  'where',
  'advertiser',
  'campaign',
  'line',
  'range',
  'from',
  'to',
  'compare',
  'metric',
  'by',
  'currency',
  'columns',
  'sort',
  'dir',
  'after',
  'before',
] as const;

export type ListSearch = { readonly [name in (typeof LIST_SEARCH)[number]]?: string | undefined };

/** What stays the same on the way from one list to another: the days and the currency. */
export const periodIn = ({ range, from, to, currency }: ListSearch): ListSearch =>
  Object.fromEntries(Object.entries({ range, from, to, currency }).filter(([, value]) => value));
