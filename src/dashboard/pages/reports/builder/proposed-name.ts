import { type Entry, INTERVALS, RANGES } from './choices.ts';
import type { ReportDraft } from './use-report-draft.ts';

/** Of groups, so many are named. */
const MAX_NAMED = 3;

/** What a report could be called: `By country, last 7 days`. */
export function proposedName(
  { dimensions, interval, range }: Pick<ReportDraft, 'dimensions' | 'interval' | 'range'>,
  entries: readonly Entry[],
): string {
  const names = dimensions.flatMap(
    (id) => entries.find((entry) => entry.id === id)?.name.toLowerCase() ?? [],
  );
  const shown = names.slice(0, MAX_NAMED).join(', ');
  const by = shown ? `By ${shown}` : (INTERVALS[interval] ?? 'Report');
  const days = RANGES[range]?.toLowerCase();
  return days ? `${by}, ${days}` : by;
}
