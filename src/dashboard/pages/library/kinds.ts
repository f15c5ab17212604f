/** What the library has, by the words of its addresses. */
export const KINDS = {
  creatives: 'Creatives',
  deals: 'Deals',
  lists: 'Native lists',
  audiences: 'Audiences',
  'product-sets': 'Product sets',
} as const;
export type Kind = keyof typeof KINDS;
export const isKind = (text: string): text is Kind => Object.hasOwn(KINDS, text);

/** What a list of the library can be narrowed down by, in its address. */
export const NARROWING = ['q', 'status', 'advertiser', 'format', 'exchange', 'pixel', 'sets'] as const;
