/** Each page of the dashboard at a place of the demo seat. */
export const PAGES = {
  overview: '/',
  advertisers: '/advertisers',
  advertiser: '/advertisers/1',
  campaigns: '/campaigns',
  campaign: '/campaigns/1',
  lines: '/lines',
  line: '/lines/1',
  ads: '/ads',
  ad: '/ads/1',
  reports: '/reports',
  'new-report': '/reports/new',
  pixels: '/pixels',
  events: '/events',
  history: '/history',
  settings: '/settings',
};
