import { ads } from './ads.ts';
import { advertisers } from './advertisers.ts';
import { bidMultipliers } from './bid-multipliers.ts';
import { deals } from './deals.ts';
import type { Example } from './example.ts';
import { funnel } from './funnel.ts';
import { limits } from './limits.ts';
import { lines } from './lines.ts';
import { nativeLists } from './native-lists.ts';
import { productSets } from './product-sets.ts';

/** In the order in which they are sent. */
export const EXAMPLES: readonly Example[] = [
  ...advertisers,
  ...deals,
  ...lines,
  ...ads,
  ...nativeLists,
  ...productSets,
  ...funnel,
  ...bidMultipliers,
  ...limits,
];
