import { days, minute, shortDay, time } from '../format.ts';
import { lengthOf, today } from '../period/days.ts';
import { type Step, stepFinder } from '../period/steps.ts';
import { addSums, figureOf, type MetricName, type Sums } from './metrics.ts';
import type { Scope } from './scope.ts';

/** One step of a course: what it is called and what it is about. */
export interface CourseStep {
  /** A day, or the moment at which an hour begins. */
  readonly start: string;
  readonly label: string;
  /** As it stands under an axis. */
  readonly tick: string;
  /** What there is of a step that is not whole: `5 of 7 days`. */
  readonly partial?: string | undefined;
  /** The step has not begun. */
  readonly isAhead?: boolean | undefined;
  readonly scope: Scope;
}

/** A step in which something happened. */
export interface Mark {
  readonly at: number;
  readonly text: string;
}

/** A figure over time. */
export interface Course {
  readonly name: string;
  readonly steps: readonly CourseStep[];
  /** Null where there is no figure. */
  readonly values: readonly (number | null)[];
  /** Another range, to compare with. */
  readonly isBefore?: boolean;
}

function partOf({ cut, until, start, end }: Step, timeZone: string): string | undefined {
  if (!until) return cut && `${cut.days} of ${cut.of} days`;
  const isOneDay = start === end && start === today(timeZone, Date.parse(until));
  return `until ${(isOneDay ? time : minute)(until, timeZone)}`;
}

const hourName = (hour: string, timeZone: string, isOneDay: boolean): string =>
  (isOneDay ? time : minute)(hour, timeZone);

function labelOf(step: Step, timeZone: string, isBefore: boolean, isOneDay: boolean): string {
  const { start, end, hour } = step;
  if (hour) return isBefore ? `${days(start)}, ${time(hour, timeZone)}` : hourName(hour, timeZone, isOneDay);
  if (lengthOf(step) === 1) return isBefore ? days(start) : shortDay(start);
  return days(start, end);
}

/** The steps of a range as they are shown. */
export const courseSteps = (
  steps: readonly Step[],
  timeZone: string,
  isBefore = false,
): readonly CourseStep[] => {
  const isOneDay = steps[0]?.start === steps.at(-1)?.start;
  return steps.map((step) => ({
    start: step.hour ?? step.start,
    label: labelOf(step, timeZone, isBefore, isOneDay),
    tick: step.hour ? hourName(step.hour, timeZone, isOneDay) : shortDay(step.start),
    partial: partOf(step, timeZone),
    isAhead: step.isAhead,
    scope: {
      from: step.start,
      to: step.end,
      until: step.until,
      hour: step.hour && hourOf(step.hour, timeZone),
      compared: isBefore,
    },
  }));
};

const hourOf = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(new Date(iso));

/** What a range has in each of its steps: sums are added, ratios follow from them, and no rows are 0. */
export function valuesAt(options: {
  readonly points: readonly { readonly start: string; readonly sums: Sums }[];
  readonly steps: readonly Step[];
  readonly timeZone: string;
  readonly metric: MetricName;
}): readonly (number | null)[] {
  const { points, steps, timeZone, metric } = options;
  const find = stepFinder(steps, timeZone);
  const found = steps.map((): Sums[] => []);
  for (const { start, sums } of points) found[find(start) ?? -1]?.push(sums);
  return steps.map(({ isAhead }, at) => (isAhead ? null : figureOf(metric, addSums(found[at] ?? []))));
}
