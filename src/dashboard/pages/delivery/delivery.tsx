import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DashboardDeliveryDocument } from '../../generated/graphql.ts';
import { usePageRange } from '../../parts/figures/page-range.ts';
import { comparedDays } from '../../parts/period/comparison.ts';
import { addDays, today } from '../../parts/period/days.ts';
import { Widget } from '../../parts/widget.tsx';
import { useMarks } from '../marks/use-marks.ts';
import { Course } from './course.tsx';
import { nodeCourse } from './course-data.ts';
import { usePageCurrency } from './currency.ts';
import { useDataBegin } from './data-begin.ts';
import { nodeOf, type Subject } from './subject.ts';
import { usePeriod } from './use-period.ts';
import { courseVariables, sameCourse } from './variables.ts';

interface Props {
  readonly subject: Subject;
}

/** What an advertiser, campaign, line or ad delivered in the days of the page, in figures and over time. */
export function Delivery({ subject }: Props) {
  const { zone, period, metric, comparison, setMetric, setComparison } = usePeriod();
  const { currency } = usePageCurrency();
  const { days, wrong } = period;
  const id = nodeOf(subject) ?? '';
  const day = today(zone);
  const variables = {
    ...courseVariables({ days, comparison, today: day, timezone: zone }),
    ...{ id, currency, newest: { between: { start: addDays(day, -1), end: day } } },
  };
  const read = useRead(DashboardDeliveryDocument, variables, {
    staysFrom: (asked) => sameCourse(asked, variables),
  });
  const { data } = read.result;
  const course = useMemo(() => data && nodeCourse(data, id), [data, id]);
  const dataBegin = useDataBegin(zone, comparedDays(days, comparison)?.start, course);
  const marked = useMarks(wrong ? undefined : id, days, zone);
  usePageRange({ days: wrong ? undefined : days, timeZone: zone, currency: course?.currency });
  return (
    <Widget
      title="Delivery"
      className="course"
      read={read}
      empty={() =>
        wrong && (
          <>
            {wrong}{' '}
            <Link to="." search={{ range: 'LAST_7_DAYS' }}>
              Show the last 7 days
            </Link>
          </>
        )
      }
    >
      {() =>
        course && (
          <Course
            {...{ data: course, subject, marked, days, comparison, dataBegin, metric, timeZone: zone }}
            onChoose={setMetric}
            onCompare={setComparison}
          />
        )
      }
    </Widget>
  );
}
