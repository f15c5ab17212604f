import type { DeliveringAd, DeliveringLine } from '../delivery/read-lines.ts';
import { mediumOfLine } from './bid.ts';
import { MEDIA, mediumOf } from './media.ts';
import { countAt, DRAWS, normalAt, random } from './random.ts';

/** The standard deviation of the logarithm of creatives' click rates. */
const SPREAD = 0.35;

/** Returns the clicks per impression of an ad: that of its medium, and better or worse by its creative. */
export function clickRateOf(ad: DeliveringAd, line: DeliveringLine, seed: number): number {
  const { clickRate } = MEDIA[ad.mediaType ? mediumOf(ad.mediaType) : mediumOfLine(line)];
  return clickRate * Math.exp(SPREAD * normalAt(random(seed, DRAWS.creative, ad.creativeId)));
}

/** Returns how many of an ad's impressions in a country and hour are clicked. */
export function clicksOf(options: {
  ad: DeliveringAd;
  line: DeliveringLine;
  country: string;
  hour: number;
  impressions: number;
  seed: number;
}): number {
  const { ad, line, country, hour, impressions, seed } = options;
  if (impressions === 0) return 0;
  const place = country.charCodeAt(0) * 256 + country.charCodeAt(1);
  const chance = random(seed, DRAWS.clicks, ad.id * 65_537 + place, hour);
  return Math.min(countAt(impressions * clickRateOf(ad, line, seed), chance), impressions);
}
