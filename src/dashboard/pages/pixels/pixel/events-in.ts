import { type Series, seriesSteps } from '../../../parts/figures/series.ts';
import { type Step, stepFinder } from '../../../parts/period/steps.ts';

export type Counted = 'accepted' | 'refused';

/** Events of a pixel in each step; none in those that have not begun. */
export function eventsIn(
  steps: readonly Step[],
  timeZone: string,
  counts: readonly { readonly start: string; readonly accepted: number; readonly refused: number }[],
): readonly Series[] {
  const find = stepFinder(steps, timeZone);
  const shown = seriesSteps(steps, timeZone);
  const course = (name: Counted): (number | null)[] => {
    const values = steps.map(({ isAhead }) => (isAhead ? null : 0));
    for (const each of counts) {
      const at = find(each.start);
      if (at !== undefined && values[at] != null) values[at] += each[name];
    }
    return values;
  };
  return [
    { name: 'Accepted', steps: shown, values: course('accepted') },
    { name: 'Refused', steps: shown, values: course('refused'), isBad: true },
  ];
}
