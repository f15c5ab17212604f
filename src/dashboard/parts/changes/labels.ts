import { lower } from '../words.ts';

/** Labels that cannot be derived from the names in GraphQL. */
const CALLED: Readonly<Record<string, string>> = {
  advertiserId: 'Advertiser',
  bidPrice: 'Bid',
  billingPrice: 'Margin in percent',
  budgetType: 'Budget period',
  campaignId: 'Campaign',
  creativeId: 'Creative',
  endDate: 'End',
  geos: 'Places',
  goalType: 'Goal',
  iabCategoryId: 'Category',
  iabSecondaryCategoryId: 'Secondary category',
  isNativeEnabled: 'Native',
  landingPageUrl: 'Landing page',
  landingUrl: 'Landing page',
  lineId: 'Line',
  pacingModeType: 'Pacing',
  pixelId: 'Pixel',
  schedules: 'Flights',
  startDate: 'Start',
  timezone: 'Time zone',
  types: 'Target types',
};

/** Written in capitals wherever they stand. */
const CAPITALS: ReadonlySet<string> = new Set(['api', 'cpc', 'cpm', 'iab', 'id', 'ids', 'url', 'vat']);

/** A field's name as people read it: `goalAmount` → `Goal amount`. */
export function labelOf(name: string): string {
  const called = CALLED[name];
  if (called) return called;
  const parts = name
    .replace(/(?<=[a-z])(?=[A-Z0-9])/g, ' ')
    .toLowerCase()
    .split(' ')
    .map((part) => (CAPITALS.has(part) ? part.toUpperCase().replace(/S$/, 's') : part));
  const text = parts.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name of the field that somebody names by its label; the name itself is understood too. */
export function fieldNamed(text: string): string {
  const wanted = text.trim();
  const called = Object.keys(CALLED).find((name) => CALLED[name]?.toLowerCase() === wanted.toLowerCase());
  if (called) return called;
  const [first = '', ...others] = wanted.split(/\s+/);
  const rest = others.map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase());
  return [rest.length > 0 ? first.toLowerCase() : lower(first), ...rest].join('');
}
