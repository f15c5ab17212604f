import { Link } from '@tanstack/react-router';
import type { DashboardChangeFragment, DashboardFiguresFragment } from '../../generated/graphql.ts';
import { Figure } from '../../parts/figures/figure.tsx';
import { brief, METRICS, type Sums, sumsOf } from '../../parts/figures/metrics.ts';
import { PAGES } from '../../parts/pages.ts';
import { type Column, Table } from '../../parts/table.tsx';
import type { Subject } from '../delivery/subject.ts';
import { Difference } from './difference.tsx';
import type { Mover } from './movers.ts';
import type { Part } from './parts.ts';
import { type Added, DIMENSION_NAMES, type Dimension, type Question, sumOf } from './question.ts';
import { reasonsOf } from './reasons.ts';

interface Props {
  readonly question: Question;
  readonly by: Dimension;
  readonly metric: Added;
  readonly movers: readonly Mover[];
  readonly totals: { readonly now: DashboardFiguresFragment; readonly before: DashboardFiguresFragment };
  readonly changes: readonly DashboardChangeFragment[];
  readonly parts: ReadonlyMap<string, Part>;
  /** All changes are known. */
  readonly isDone: boolean;
  /** The moment at which the compared days begin. */
  readonly since: number;
  /** The moment at which the days end. */
  readonly end: number;
  readonly timeZone: string;
  readonly onWithin: (subject: Subject, name: string) => void;
}

/** Flights of what is below an advertiser or a campaign are not read, so that this is said of changes only. */
const NO_CAUSE = 'No recorded change explains this.';

/** By the difference, each with its reasons. */
export function MoverTable(props: Props) {
  const { question, by, metric, movers, totals, changes, parts, isDone, since, end, timeZone, onWithin } =
    props;
  const { days, compared, until } = question;
  const { kind } = METRICS[metric];
  const { currency } = totals.now.spend;
  const sum = sumOf(metric);
  const figure = (value: number, isBefore: boolean, { scope }: Pick<Mover, 'scope'>) => (
    <Figure
      {...{ metric, kind, currency, value }}
      scope={{
        ...scope,
        ...(isBefore
          ? { from: compared.start, to: compared.end, until, compared: true }
          : { from: days.start, to: days.end }),
      }}
    >
      {brief(value, kind, currency)}
    </Figure>
  );
  const columns: readonly Column<Mover>[] = [
    { name: DIMENSION_NAMES[by], wraps: true, cell: (mover) => <Name mover={mover} onWithin={onWithin} /> },
    { name: 'Before', numeric: true, cell: (mover) => figure(mover.before[sum], true, mover) },
    { name: 'Now', numeric: true, cell: (mover) => figure(mover.now[sum], false, mover) },
    {
      name: 'Difference',
      numeric: true,
      cell: ({ now, before }) => <Difference now={now[sum]} before={before[sum]} {...{ kind, currency }} />,
    },
    {
      name: 'Reasons',
      wraps: true,
      cell: (mover) => {
        const reasons = reasonsOf(mover, { metric, changes, parts, timeZone, since, end });
        const hasCause = reasons.some(({ isCause }) => isCause);
        return (
          <ul className="reasons">
            {reasons.map(({ key, text, isCause }) => (
              <li key={key} className={isCause ? undefined : 'muted'}>
                {text}
              </li>
            ))}
            {isDone && !hasCause && mover.node && <li className="muted">{NO_CAUSE}</li>}
          </ul>
        );
      },
    },
  ];
  if (movers.length === 0) return <p className="empty">Nothing differs between these days.</p>;
  const [now, before] = [sumsOf(totals.now), sumsOf(totals.before)];
  return (
    <Table
      label={`What changed, by ${DIMENSION_NAMES[by].toLowerCase()}`}
      rows={movers}
      columns={columns}
      keyOf={({ key }) => key}
      // Of days that are not over, only the hours of those that are listed are compared.
      feet={until === undefined ? [othersOf({ movers, now, before, sum, kind, currency })] : []}
    />
  );
}

function othersOf(options: {
  readonly movers: readonly Mover[];
  readonly now: Sums;
  readonly before: Sums;
  readonly sum: keyof Sums;
  readonly kind: 'money' | 'count' | 'percent' | 'factor';
  readonly currency: string;
}) {
  const { movers, now, before, sum, kind, currency } = options;
  const rest = (range: 'now' | 'before', whole: number) =>
    movers.reduce((left, mover) => left - mover[range][sum], whole);
  const [left, leftBefore] = [rest('now', now[sum]), rest('before', before[sum])];
  return {
    name: 'All others',
    span: 1,
    cells: [
      { key: 'before', content: brief(leftBefore, kind, currency) },
      { key: 'now', content: brief(left, kind, currency) },
      {
        key: 'difference',
        content: <Difference now={left} before={leftBefore} {...{ kind, currency }} />,
      },
      { key: 'reasons', content: null },
    ],
  };
}

function Name({ mover, onWithin }: { readonly mover: Mover; readonly onWithin: Props['onWithin'] }) {
  const { name, node } = mover;
  if (!node) return <bdi>{name}</bdi>;
  const [, id = ''] = node.id.split(':');
  const type = node.__typename;
  return (
    <>
      <Link to={PAGES[type]} params={{ id }}>
        <bdi>{name}</bdi>
      </Link>
      {type === 'Line' && (
        <span className="cell-note">
          <bdi>{node.campaign.name}</bdi>
        </span>
      )}
      {(type === 'Advertiser' || type === 'Campaign') && (
        <button type="button" className="small" onClick={() => onWithin({ type, id }, name)}>
          By lines
          <span className="visually-hidden"> of {name}</span>
        </button>
      )}
    </>
  );
}
