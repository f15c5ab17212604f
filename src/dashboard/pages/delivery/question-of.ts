import type { SeriesStep } from '../../parts/figures/series.ts';
import { comparedUntil } from '../../parts/period/comparison.ts';
import type { Days } from '../../parts/period/days.ts';
import type { Question } from '../why/question.ts';
import type { Compared } from './compared.ts';
import type { Subject } from './subject.ts';
import type { Asked } from './use-why.ts';

interface Shown {
  readonly subject: Subject | undefined;
  readonly days: Days;
  readonly compared: Compared | undefined;
  /** Of the range and of the one that it is compared with. */
  readonly courses: readonly { readonly steps: readonly SeriesStep[] }[];
  readonly currency: string;
  readonly timeZone: string;
}

/** What is asked about the figures that are shown; undefined where nothing is compared, or not on that day. */
export function questionOf(asked: Asked | undefined, shown: Shown): Question | undefined {
  const { subject, days, compared, courses, currency, timeZone } = shown;
  if (!asked || !compared) return undefined;
  const { metric, day } = asked;
  if (day === undefined)
    return { subject, days, compared: compared.days, until: compared.until, metric, currency };
  const [now, before] = courses;
  const at = now?.steps.findIndex((step) => step.scope.from === day && step.scope.hour === undefined) ?? -1;
  const [step, stepBefore] = [now?.steps[at], before?.steps[at]];
  if (!step || step.isAhead || !stepBefore) return undefined;
  const [own, other] = [daysOf(step), daysOf(stepBefore)];
  const { until } = step.scope;
  return {
    ...{ subject, days: own, compared: other, metric, currency },
    until: until && comparedUntil({ until, days: own, compared: other, timeZone }),
  };
}

const daysOf = ({ scope: { from = '', to = '' } }: SeriesStep): Days => ({ start: from, end: to });
