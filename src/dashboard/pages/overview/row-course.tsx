import type { DashboardOverviewQuery } from '../../generated/graphql.ts';
import { Figure } from '../../parts/figures/figure.tsx';
import { brief, METRICS } from '../../parts/figures/metrics.ts';
import { valuesAt } from '../../parts/figures/series.ts';
import { addDays, type Days, startOf } from '../../parts/period/days.ts';
import type { Step } from '../../parts/period/steps.ts';
import { startOfDay } from '../../parts/period/zone.ts';
import { Spark } from '../../parts/spark.tsx';
import { pointsOf } from '../delivery/course-data.ts';
import type { MetricName } from '../delivery/metrics.ts';
import { rowIntervalOf } from './variables.ts';

type Advertiser = NonNullable<DashboardOverviewQuery['advertisers']['nodes'][number]['advertiser']>;

interface Props {
  readonly advertiser: Advertiser;
  readonly steps: readonly Step[];
  readonly metric: MetricName;
  readonly timeZone: string;
}

/** The whole steps of a range: a step without all of its hours looks like a fall. Weeks are those of the calendar. */
export function wholeSteps(days: Days, timeZone: string, until: string | undefined): readonly Step[] {
  const isWeek = rowIntervalOf(days) === 'WEEK';
  const size = isWeek ? 7 : 1;
  const steps: Step[] = [];
  for (
    let start = isWeek ? startOf(days.start, 'WEEK') : days.start;
    start <= days.end;
    start = addDays(start, size)
  ) {
    const end = addDays(start, size - 1);
    const isWhole =
      start >= days.start &&
      end <= days.end &&
      (until === undefined || startOfDay(addDays(end, 1), timeZone) <= Date.parse(until));
    if (isWhole) steps.push({ start, end });
  }
  return steps;
}

/** The course of one advertiser, in the currency of the advertiser. */
export function RowCourse({ advertiser, steps, metric, timeZone }: Props) {
  const { id, currency, deliverySeries } = advertiser;
  const { kind } = METRICS[metric];
  const values = valuesAt({ points: pointsOf(deliverySeries), steps, timeZone, metric });
  return (
    <Spark
      values={values.map((value) => value ?? 0)}
      write={(_, at) => (
        <Figure
          {...{ metric, kind, currency, value: values[at] ?? null }}
          scope={{ node: id, from: steps[at]?.start, to: steps[at]?.end }}
        >
          {brief(values[at] ?? null, kind, currency)}
        </Figure>
      )}
    />
  );
}
