import { days, minute, shortDay, time } from '../format.ts';
import { lengthOf, today } from '../period/days.ts';
import { type Step, stepFinder } from '../period/steps.ts';
import { addSums, figureOf, type MetricName, type Sums } from './metrics.ts';
import type { Scope } from './scope.ts';

/** A step of a series, with its label and what it covers. */
export interface SeriesStep {
  /** A day, or the moment at which an hour begins. */
  readonly start: string;
  readonly label: string;
  /** The label on the axis. */
  readonly tick: string;
  /** How much of an incomplete step there is: `5 of 7 days`. */
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
export interface Series {
  readonly name: string;
  readonly steps: readonly SeriesStep[];
  /** Null where there is no figure. */
  readonly values: readonly (number | null)[];
  /** It is the series of the earlier range, for comparison. */
  readonly isBefore?: boolean;
  /** It is what should not be, beside what should. */
  readonly isBad?: boolean;
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

/** Returns the steps of a range with their labels. */
export const seriesSteps = (
  steps: readonly Step[],
  timeZone: string,
  isBefore = false,
): readonly SeriesStep[] => {
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

/** Returns the metric of each step, from the sums of its points. A step without points is 0, one that has not begun null. */
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
