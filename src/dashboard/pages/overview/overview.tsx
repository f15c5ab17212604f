import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardOverviewDocument } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { moment } from '../../parts/format.ts';
import { Widget } from '../../parts/widget.tsx';
import { Attention } from './attention.tsx';
import { Course } from './course.tsx';
import { METRIC_NAMES } from './metrics.ts';
import { daysBefore, daysOf, RANGES, type RangeName, today } from './ranges.ts';
import { TopAdvertisers } from './top-advertisers.tsx';

const route = getRouteApi('/');
const RANGE_NAMES = Object.keys(RANGES) as RangeName[];
/** Days of a seat are those of whoever looks: its advertisers have zones of their own. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The seat at a glance: what it delivers, who spends, and what needs attention. */
export function Overview() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const range = RANGE_NAMES.find((name) => name === search.range) ?? 'LAST_7_DAYS';
  const metric = METRIC_NAMES.find((name) => name === search.metric) ?? 'SPEND';
  const isDescending = search.dir !== 'asc';
  const days = daysOf(range, today(ZONE));
  const go = (change: { range?: string; metric?: string; dir?: string }) =>
    void navigate({ to: '/', search: { ...search, ...change } });
  const variables = {
    range: { between: days },
    before: { between: daysBefore(days) },
    timezone: ZONE,
    orderBy: { metric, direction: isDescending ? ('DESC' as const) : ('ASC' as const) },
  };
  const read = useRead(DashboardOverviewDocument, variables, { every: 60_000 });
  return (
    <div className="page">
      <PageHead
        title="Overview"
        beside={
          <>
            <select aria-label="Range" value={range} onChange={({ target }) => go({ range: target.value })}>
              {RANGE_NAMES.map((name) => (
                <option key={name} value={name}>
                  {RANGES[name]}
                </option>
              ))}
            </select>
            <span className="muted">{ZONE}</span>
          </>
        }
      />
      <Widget
        title="Delivery"
        read={read}
        actions={
          read.result.data?.now.asOf && (
            <span className="muted">Data until {moment(read.result.data.now.asOf, ZONE)}</span>
          )
        }
      >
        {({ now, before }) => (
          <Course
            now={now}
            before={before}
            days={days}
            metric={metric}
            timeZone={ZONE}
            onChoose={(name) => go({ metric: name })}
          />
        )}
      </Widget>
      <div className="columns wide-left">
        <Widget
          title="Advertisers"
          read={read}
          empty={({ advertisers }) =>
            advertisers.nodes.length === 0 && 'Nothing was delivered in these days.'
          }
        >
          {({ advertisers }) => (
            <TopAdvertisers
              advertisers={advertisers}
              days={days}
              metric={metric}
              isDescending={isDescending}
              timeZone={ZONE}
              onSort={(name) => go({ metric: name, dir: name === metric && isDescending ? 'asc' : 'desc' })}
            />
          )}
        </Widget>
        <Attention />
      </div>
    </div>
  );
}
