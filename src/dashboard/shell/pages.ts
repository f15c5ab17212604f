/** The pages in the order of the menu. */
export const PAGES = [
  ['/', 'Overview'],
  ['/advertisers', 'Advertisers'],
  ['/campaigns', 'Campaigns'],
  ['/lines', 'Lines'],
  ['/ads', 'Ads'],
  ['/library', 'Library'],
  ['/reports', 'Reports'],
  ['/pixels', 'Pixels'],
  ['/events', 'Events'],
  ['/webhooks', 'Webhooks'],
  ['/history', 'History'],
  ['/clients', 'API clients'],
  ['/settings', 'Settings'],
] as const;
