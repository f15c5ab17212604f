import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PageHead } from '../../parts/crumbs.tsx';
import { days as dayNames, moment } from '../../parts/format.ts';
import { untilOf } from '../../parts/period/comparison.ts';
import { useDataRange } from '../../parts/period/data-range.ts';
import { DataUntil } from '../../parts/period/data-until.tsx';
import type { Days } from '../../parts/period/days.ts';
import { RangePicker } from '../../parts/period/range-picker.tsx';
import { Widget } from '../../parts/widget.tsx';
import { comparedOf } from '../delivery/compared.ts';
import { Course } from '../delivery/course.tsx';
import { useWhy } from '../delivery/use-why.ts';
import { Attention } from './attention.tsx';
import { TopAdvertisers } from './top-advertisers.tsx';
import { useOverview } from './use-overview.ts';

const TopMovers = lazy(() =>
  import('../why/top-movers.tsx').then(({ TopMovers }) => ({ default: TopMovers })),
);

/** Why there are none: the seat is new, or the hours of these days are not there yet. */
function NoFigures({ days, zone }: { readonly days: Days; readonly zone: string }) {
  const range = useDataRange(zone);
  if (!range) return 'Loading';
  const { firstDay, asOf } = range;
  if (!firstDay)
    return (
      <>
        No figures yet. They appear here when the first ones are loaded.{' '}
        <Link to="/advertisers">Go to campaigns</Link>
      </>
    );
  const isEarly = days.end < firstDay;
  return (
    <>
      Nothing for {dayNames(days.start, days.end)}
      {isEarly ? `. Data begin ${dayNames(firstDay)}. ` : ' yet. '}
      {!isEarly && asOf && `Data until ${moment(asOf, zone)}. `}
      <Link to="/" search={(search) => ({ ...search, from: undefined, to: undefined, range: 'YESTERDAY' })}>
        Show yesterday
      </Link>
    </>
  );
}

/** The seat at a glance: what it delivers, who spends, and what needs attention. */
export function Overview() {
  const { read, course, zone, period, metric, isDescending, comparison, ...state } = useOverview();
  const why = useWhy();
  const { days, wrong } = period;
  const refusal = wrong && (
    <>
      {wrong}{' '}
      <Link to="/" search={{ range: 'LAST_7_DAYS' }}>
        Show the last 7 days
      </Link>
    </>
  );
  const asOf = read.result.data?.now.asOf;
  const { firstDay } = useDataRange(zone) ?? {};
  const compared =
    course && asOf && !wrong && state.dataBegin === undefined
      ? comparedOf(course, { days, comparison, timeZone: zone })
      : undefined;
  return (
    <div className="page">
      <PageHead
        title="Overview"
        beside={
          <RangePicker
            {...{ range: period.range, days: period.chosen }}
            onRange={state.setRange}
            onDays={state.setDays}
          />
        }
      />
      <div className="columns wide-left">
        <div className="stack">
          <Widget
            title="Delivery"
            className="course"
            read={read}
            actions={<DataUntil />}
            empty={({ now }) => refusal || (!now.asOf && <NoFigures days={days} zone={zone} />)}
          >
            {() =>
              course && (
                <Course
                  {...{ data: course, days, metric, timeZone: zone, comparison }}
                  dataBegin={state.dataBegin}
                  onChoose={state.setMetric}
                  onCompare={state.setComparison}
                />
              )
            }
          </Widget>
          {course && compared && (
            <Suspense fallback={null}>
              <TopMovers
                question={{
                  ...{ subject: undefined, days, compared: compared.days, until: compared.until },
                  ...{ metric: 'SPEND', currency: course.currency },
                }}
                timeZone={zone}
                onMore={() => why.open({ metric: 'SPEND', day: undefined })}
              />
            </Suspense>
          )}
        </div>
        <Widget title="Needs attention" read={read}>
          {(data) => <Attention data={data} hasFigures={Boolean(data.now.asOf ?? firstDay)} />}
        </Widget>
      </div>
      <Widget
        title="Advertisers"
        read={read}
        empty={({ advertisers }) =>
          refusal || (advertisers.nodes.length === 0 && 'No advertiser delivered in this period.')
        }
      >
        {({ advertisers }) => (
          <TopAdvertisers
            advertisers={advertisers}
            days={days}
            metric={metric}
            isDescending={isDescending}
            timeZone={zone}
            until={untilOf({ days, timeZone: zone, asOf })}
            hasMore={state.hasMore}
            onSort={state.sortBy}
          />
        )}
      </Widget>
    </div>
  );
}
