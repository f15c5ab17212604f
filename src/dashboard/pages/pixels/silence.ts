import { minute, day as shortDate } from '../../parts/format.ts';
import { serviceNow } from '../../parts/service-clock.ts';
import { MONTH, type PixelCounts, silentSince } from './counts.ts';

/** Since when a pixel says nothing, which nobody else tells: `since Nov 28`; undefined where events arrive. */
export function silenceText(counts: PixelCounts, zone: string): string | undefined {
  const since = silentSince(counts, serviceNow());
  if (since === undefined) return undefined;
  if (since === 'always') return `for ${MONTH} days`;
  return `since ${'hour' in since ? minute(since.hour, zone) : shortDate(since.day, zone)}`;
}
