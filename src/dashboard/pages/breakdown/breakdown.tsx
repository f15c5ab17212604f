import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DashboardBreakdownDocument, DashboardHoursDocument } from '../../generated/graphql.ts';
import { Choice } from '../../parts/fields/choice.tsx';
import { addSums } from '../../parts/figures/metrics.ts';
import { counted } from '../../parts/format.ts';
import { lengthOf } from '../../parts/period/days.ts';
import { zoneText } from '../../parts/period/zone-text.ts';
import { Widget } from '../../parts/widget.tsx';
import { lower } from '../../parts/words.ts';
import { pointsOf } from '../delivery/course-data.ts';
import { usePageCurrency } from '../delivery/currency.ts';
import { factsOf, nodeOf, type Subject } from '../delivery/subject.ts';
import { usePeriod } from '../delivery/use-period.ts';
import { sameCourse } from '../delivery/variables.ts';
import { PartTable } from './part-table.tsx';
import { DIVISION_NAMES, DIVISIONS, type Division, hoursOfDay, partOf } from './rows.ts';

interface Props {
  readonly subject: Subject;
  /** The advertiser, once it is known: facts of several groups have no currency of their own, and bids by hour are in its zone. */
  readonly owner: { readonly currency: string; readonly timezone: string } | undefined;
}

const ROWS = 25;
/** As many as the service answers by hour. */
const MAX_DAYS_BY_HOUR = 31;

/** What the delivery of a page is made of: ads, countries, packages, or hours of the day. */
export function Breakdown({ subject, owner }: Props) {
  const { by: named }: { by?: string | undefined } = useSearch({ strict: false });
  const navigate = useNavigate();
  const divisions = DIVISIONS.filter((each) => each !== 'AD' || subject.type !== 'Ad');
  const by = divisions.find((name) => name === named) ?? divisions[0] ?? 'COUNTRY';
  const choice = (
    <Choice
      label="Break down by"
      value={by}
      choices={divisions.map((name) => [name, DIVISION_NAMES[name]])}
      onChoose={(by) =>
        void navigate({ to: '.', search: (old: object) => ({ ...old, by }), resetScroll: false })
      }
    />
  );
  return by === 'HOUR' ? (
    <ByHour {...{ subject, owner, choice }} />
  ) : (
    <ByFacts {...{ subject, owner, by, choice }} />
  );
}

interface PartsProps extends Props {
  readonly choice: React.ReactNode;
}

interface FactsProps extends Props {
  readonly by: Exclude<Division, 'HOUR'>;
  readonly choice?: React.ReactNode;
  readonly title?: string;
  /** The part that the page is about. */
  readonly current?: string;
}

/** The parts with the most of what is plotted above. */
export function ByFacts({ subject, owner, by, choice, title = 'Breakdown', current }: FactsProps) {
  const { zone, period, metric, setMetric } = usePeriod();
  const { currency: chosen } = usePageCurrency();
  const currency = chosen ?? owner?.currency ?? null;
  const node = nodeOf(subject) ?? '';
  const { advertiserIds, filter } = factsOf(subject);
  const variables = {
    ...{ by: [by], range: { between: period.days }, timezone: zone, currency, rows: ROWS },
    ...{ advertiserIds, facts: filter, order: { metric, direction: 'DESC' as const } },
  };
  const read = useRead(DashboardBreakdownDocument, variables, {
    staysFrom: (asked) =>
      sameCourse({ ...asked, before: [asked.by, asked.facts] }, { ...variables, before: [[by], filter] }),
  });
  return (
    <Widget
      title={title}
      read={read}
      actions={choice}
      empty={({ delivery }) => delivery.nodes.length === 0 && 'Nothing was delivered in this period.'}
    >
      {({ delivery: { nodes, totals, totalCount } }) => (
        <>
          <PartTable
            {...{ by, current, metric }}
            onSort={setMetric}
            rows={nodes.map((row) => partOf(row, by, node))}
            currency={totals.spend.currency}
            whole={Number(totals.spend.amount)}
          />
          {totalCount > nodes.length && (
            <p className="more muted">
              The first {counted(nodes.length, lower(DIVISION_NAMES[by]))} of {totalCount}
            </p>
          )}
          {by === 'COUNTRY' && nodes.some(({ country }) => !country) && (
            <p className="note">
              Conversions do not have a country. They are counted in the row “Unknown” only.
            </p>
          )}
        </>
      )}
    </Widget>
  );
}

/** In the zone of the advertiser, in which bids by hour are. */
function ByHour({ subject, owner, choice }: PartsProps) {
  const { zone: pageZone, period } = usePeriod();
  const zone = owner?.timezone ?? pageZone;
  const { currency } = usePageCurrency();
  const id = nodeOf(subject) ?? '';
  const isTooLong = lengthOf(period.days) > MAX_DAYS_BY_HOUR;
  const variables = { id, range: { between: period.days }, timezone: zone, currency };
  const read = useRead(DashboardHoursDocument, variables, {
    enabled: !isTooLong && owner !== undefined,
    staysFrom: (asked) => sameCourse({ ...asked, before: '' }, { ...variables, before: '' }),
  });
  const { data } = read.result;
  const rows = useMemo(
    () => hoursOfDay(data?.node && 'hours' in data.node ? pointsOf(data.node.hours) : [], zone, id),
    [data, zone, id],
  );
  if (isTooLong)
    return (
      <section className="widget" aria-label="Breakdown">
        <header className="widget-head">
          <h2>Breakdown</h2>
          <div className="widget-actions">{choice}</div>
        </header>
        <p className="empty">
          Hours of the day are added up over {MAX_DAYS_BY_HOUR} days at most. Choose a shorter range.
        </p>
      </section>
    );
  return (
    <Widget title="Breakdown" read={read} actions={choice}>
      {({ node }) => {
        const [first] = node && 'hours' in node ? node.hours : [];
        const whole = addSums(rows.map(({ sums }) => sums)).spend;
        return first ? (
          <>
            <PartTable by="HOUR" rows={rows} currency={first.delivery.spend.currency} whole={whole} />
            <p className="more muted small">Days and hours are in {zoneText(zone)}, the advertiser’s zone.</p>
          </>
        ) : (
          <p className="empty">Nothing was delivered in this period.</p>
        );
      }}
    </Widget>
  );
}
