import { Link } from '@tanstack/react-router';
import { PageHead } from '../../parts/crumbs.tsx';
import { untilOf } from '../../parts/period/comparison.ts';
import { DataUntil } from '../../parts/period/data-until.tsx';
import { RangePicker } from '../../parts/period/range-picker.tsx';
import { Widget } from '../../parts/widget.tsx';
import { Course } from '../delivery/course.tsx';
import { Attention } from './attention.tsx';
import { TopAdvertisers } from './top-advertisers.tsx';
import { useOverview } from './use-overview.ts';

/** The seat at a glance: what it delivers, who spends, and what needs attention. */
export function Overview() {
  const { read, course, zone, period, metric, isDescending, ...state } = useOverview();
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
        <Widget
          title="Delivery"
          className="course"
          read={read}
          actions={<DataUntil />}
          empty={({ now }) =>
            refusal ||
            (!now.asOf && (
              <>
                No data yet. Figures appear here once lines deliver.{' '}
                <Link to="/advertisers">Go to campaigns</Link>
              </>
            ))
          }
        >
          {() =>
            course && (
              <Course
                {...{ data: course, days, metric, timeZone: zone }}
                comparison={state.comparison}
                dataBegin={state.dataBegin}
                onChoose={state.setMetric}
                onCompare={state.setComparison}
              />
            )
          }
        </Widget>
        <Widget title="Needs attention" read={read}>
          {(data) => <Attention data={data} />}
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
