/** The page of one advertiser, campaign, line or ad, by its type. */
export const PAGES = {
  Advertiser: '/advertisers/$id',
  Campaign: '/campaigns/$id',
  Line: '/lines/$id',
  Ad: '/ads/$id',
} as const;
