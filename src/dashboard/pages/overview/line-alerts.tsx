import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import {
  type DashboardLineAlertFragment,
  DashboardLineAlertsDocument,
  type DashboardLineAlertsQuery,
  LineAlertReason,
} from '../../generated/graphql.ts';
import { counted, number } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { words } from '../../parts/words.ts';
import type { ListSearch } from '../list/search.ts';
import { detailsOf, orderText, stakeOf } from './alert-text.ts';
import { AttentionItem } from './attention-item.tsx';

const route = getRouteApi('/');
/** Lines at first, and on a page of those that were asked for. */
const [FEW, PAGE] = [9, 100];
const ALL = 'ALL';
/** What is known without figures. */
const EARLY: ReadonlySet<string> = new Set([LineAlertReason.Blocked, LineAlertReason.EndsSoon]);

/** Lines that need attention: how many for each reason, which leads to their list, and those with the most money at stake. */
export function LineAlerts({ isAlone }: { readonly isAlone: boolean }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const hasAll = search.alerts === ALL;
  const [after, setAfter] = useState<string>();
  const first = hasAll ? PAGE : FEW;
  const read = useRead(DashboardLineAlertsDocument, { first, after: after ?? null });
  const { data, error } = read.result;
  if (error && !data) return <ProblemNote read={read} small />;
  if (!data) return <Waiting />;
  const { lineAlerts } = data;
  const every = lineAlerts.counts.filter(({ count }) => count > 0);
  const show = (alerts: string | undefined) => {
    setAfter(undefined);
    const { alerts: _, ...others } = search;
    void navigate({ search: alerts ? { ...others, alerts } : others, resetScroll: false });
  };
  if (every.length === 0) return isAlone ? <p className="empty">Nothing needs attention.</p> : null;
  return (
    <>
      <Reasons counts={every} />
      <p className="muted small">{orderText(lineAlerts.nodes)}</p>
      <ul className="attention" aria-label="Lines to look at">
        {lineAlerts.nodes.map((alert) => (
          <LineItem key={alert.line?.id} alert={alert} />
        ))}
      </ul>
      <More
        shown={lineAlerts.nodes.length}
        total={lineAlerts.totalCount}
        isChosen={hasAll}
        isLoading={read.result.isPlaceholderData}
        onShow={show}
      />
      {hasAll && lineAlerts.totalCount > PAGE && (
        <Pager page={lineAlerts.pageInfo} total={lineAlerts.totalCount} after={after} onGo={setAfter} />
      )}
    </>
  );
}

/** Alerts that hold while the seat has no figures: all others would be false. */
export function EarlyAlerts() {
  const { data } = useRead(DashboardLineAlertsDocument, { first: 1, after: null }).result;
  const early = data?.lineAlerts.counts.filter(({ reason, count }) => count > 0 && EARLY.has(reason)) ?? [];
  return (
    <>
      {early.length > 0 && <Reasons counts={early} />}
      <p className="empty">Spend and pacing are checked when the first figures are loaded.</p>
    </>
  );
}

interface ReasonsProps {
  readonly counts: DashboardLineAlertsQuery['lineAlerts']['counts'];
}

const Reasons = ({ counts }: ReasonsProps) => (
  <ul className="alert-reasons" aria-label="Lines by reason">
    {counts.map(({ reason, count }) => (
      <Reason key={reason} name={words(reason)} count={count} search={{ alert: reason }} />
    ))}
  </ul>
);

interface ReasonProps {
  readonly name: string;
  readonly count: number;
  /** Of the list of lines. */
  readonly search: ListSearch;
}

/** How many lines there are for a reason: a link to these. */
const Reason = ({ name, count, search }: ReasonProps) => (
  <li>
    <Link to="/lines" search={search} className="button small">
      {name} <b>{number(count)}</b>
    </Link>
  </li>
);

interface MoreProps {
  readonly shown: number;
  readonly total: number;
  /** All lines were asked for. */
  readonly isChosen: boolean;
  /** The rows are still those that were shown before. */
  readonly isLoading: boolean;
  readonly onShow: (alerts: string | undefined) => void;
}

function More({ shown, total, isChosen, isLoading, onShow }: MoreProps) {
  if (!isChosen && shown >= total) return null;
  return (
    <p className="more">
      <span className="muted">{isLoading ? 'Loading' : `${number(shown)} of ${counted(total, 'line')}`}</span>{' '}
      {isChosen ? (
        <button type="button" className="quiet" onClick={() => onShow(undefined)}>
          Show fewer
        </button>
      ) : (
        <button type="button" className="quiet" onClick={() => onShow(ALL)}>
          Show all {number(total)}
        </button>
      )}
    </p>
  );
}

function LineItem({ alert }: { readonly alert: DashboardLineAlertFragment }) {
  const { line, reasons } = alert;
  if (!line) return null;
  const stake = stakeOf(alert);
  return (
    <AttentionItem
      statuses={reasons}
      detail={detailsOf(alert).join(' · ')}
      amount={stake && <b className="stake">{stake}</b>}
    >
      <Link to="/lines/$id" params={{ id: String(line.databaseId) }}>
        <bdi>{line.name}</bdi>
      </Link>
    </AttentionItem>
  );
}
