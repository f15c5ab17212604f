import { Link } from '@tanstack/react-router';
import { PageHead } from '../../parts/crumbs.tsx';
import { moment } from '../../parts/format.ts';
import { Widget } from '../../parts/widget.tsx';
import { Attention, needsNobody } from './attention.tsx';
import { Course } from './course.tsx';
import { RangePicker } from './range-picker.tsx';
import { TopAdvertisers } from './top-advertisers.tsx';
import { useOverview, ZONE } from './use-overview.ts';

/** The seat at a glance: what it delivers, who spends, and what needs attention. */
export function Overview() {
  const { read, range, days, chosen, wrong, metric, isDescending, ...state } = useOverview();
  const refusal = wrong && (
    <>
      {wrong} <Link to="/">Show the last 7 days</Link>
    </>
  );
  const asOf = read.result.data?.now.asOf;
  return (
    <div className="page">
      <PageHead
        title="Overview"
        beside={<RangePicker range={range} days={chosen} onRange={state.setRange} onDays={state.setDays} />}
      />
      <Widget
        title="Delivery"
        className="course"
        read={read}
        actions={asOf && !wrong && <span className="muted">Data until {moment(asOf, ZONE)}</span>}
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
        {({ now, before }) => (
          <Course
            now={now}
            before={before}
            days={days}
            metric={metric}
            timeZone={ZONE}
            onChoose={state.setMetric}
          />
        )}
      </Widget>
      <div className="columns wide-left">
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
              timeZone={ZONE}
              hasMore={state.hasMore}
              onSort={state.sortBy}
            />
          )}
        </Widget>
        <Widget
          title="Needs attention"
          read={read}
          empty={(data) => needsNobody(data) && 'Nothing needs attention.'}
        >
          {(data) => <Attention data={data} />}
        </Widget>
      </div>
    </div>
  );
}
