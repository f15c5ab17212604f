import { useDataRange } from '../../parts/period/data-range.ts';
import { today } from '../../parts/period/days.ts';

/** Figures over time, the first of which may begin after the days that were asked for. */
type Found = { readonly before: { readonly points: readonly { readonly start: string }[] } | undefined };

/**
 * Where the data of the seat begin, if that is after the first of the compared days; undefined otherwise, and empty
 * until it is known.
 */
export function useDataBegin(
  timezone: string,
  compared: string | undefined,
  data: Found | undefined,
): string | undefined {
  const first = data?.before?.points[0]?.start;
  const firstDay = first ? today(timezone, Date.parse(first)) : undefined;
  const mayLack = data !== undefined && compared !== undefined && firstDay !== compared;
  const begin = useDataRange(timezone)?.firstDay;
  if (!mayLack) return undefined;
  return begin === undefined || begin > compared ? (begin ?? '') : undefined;
}
