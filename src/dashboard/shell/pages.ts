/** The pages in the order of the menu. */
export const PAGES = [
  ['/', 'Overview'],
  ['/advertisers', 'Advertisers'],
  ['/campaigns', 'Campaigns'],
  ['/lines', 'Lines'],
  ['/ads', 'Ads'],
  ['/reports', 'Reports'],
  ['/pixels', 'Pixels'],
  ['/events', 'Events'],
  ['/history', 'History'],
  ['/settings', 'Settings'],
] as const;
