import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import {
  DashboardLineAlertsDocument,
  type DashboardLineAlertsQuery,
  DashboardSpentLinesDocument,
  type DashboardSpentLinesQuery,
  LineDeliveryStatus,
} from '../../generated/graphql.ts';
import { ago, counted, number, percent } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { words } from '../../parts/words.ts';
import type { ListSearch } from '../list/search.ts';
import { AttentionItem } from './attention-item.tsx';

type Alert = DashboardLineAlertsQuery['lineAlerts']['nodes'][number];
type SpentLine = DashboardSpentLinesQuery['lines']['nodes'][number];

const route = getRouteApi('/');
/** Lines at first, and on a page of those that were asked for. */
const [FEW, PAGE] = [9, 100];
const SOON_MS = 3 * 86_400_000;
/** The status of a spent budget. */
const SPENT = 'SPENT';
const ALL = 'ALL';
const NO_LINES: DashboardSpentLinesQuery['lines'] = {
  totalCount: 0,
  pageInfo: { hasNextPage: false, endCursor: null },
  nodes: [],
};

/** Lines that need attention: how many for each reason, which leads to their list, and the most urgent. */
export function LineAlerts({ isAlone }: { readonly isAlone: boolean }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const hasAll = search.alerts === ALL;
  const [after, setAfter] = useState<string>();
  const first = hasAll ? PAGE : FEW;
  const read = useRead(DashboardLineAlertsDocument, { first, reason: null, after: after ?? null });
  const spent = useRead(DashboardSpentLinesDocument, { first, after: null });
  const { data, error } = read.result;
  const spentLines = spent.result.data?.lines ?? NO_LINES;
  const failed = [read, spent].find(({ result }) => result.error && !result.data);
  if (error && !data) return <ProblemNote read={read} small />;
  if (!data) return <Waiting />;
  const { lineAlerts } = data;
  const every = lineAlerts.counts.filter(({ count }) => count > 0);
  const show = (alerts: string | undefined) => {
    setAfter(undefined);
    const { alerts: _, ...others } = search;
    void navigate({ search: alerts ? { ...others, alerts } : others, resetScroll: false });
  };
  if (every.length === 0 && spentLines.totalCount === 0 && !failed)
    return isAlone ? <p className="empty">Nothing needs attention.</p> : null;
  const shownSpent = after === undefined ? spentLines.nodes : [];
  return (
    <>
      {failed && <ProblemNote read={failed} small />}
      <ul className="alert-reasons" aria-label="Lines by reason">
        {spentLines.totalCount > 0 && (
          <Reason
            name="Budget spent"
            count={spentLines.totalCount}
            search={{ delivery: LineDeliveryStatus.StopTotalBudget }}
          />
        )}
        {every.map(({ reason, count }) => (
          <Reason key={reason} name={words(reason)} count={count} search={{ alert: reason }} />
        ))}
      </ul>
      <ul className="attention">
        {shownSpent.map((line) => (
          <SpentItem key={line.id} line={line} />
        ))}
        {lineAlerts.nodes.map((alert) => (
          <LineItem key={alert.line?.id} alert={alert} />
        ))}
      </ul>
      <More
        shown={shownSpent.length + lineAlerts.nodes.length}
        total={lineAlerts.totalCount + spentLines.totalCount}
        isChosen={hasAll}
        onShow={show}
      />
      {hasAll && lineAlerts.totalCount > PAGE && (
        <Pager page={lineAlerts.pageInfo} total={lineAlerts.totalCount} after={after} onGo={setAfter} />
      )}
    </>
  );
}

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
  readonly onShow: (alerts: string | undefined) => void;
}

function More({ shown, total, isChosen, onShow }: MoreProps) {
  if (!isChosen && shown >= total) return null;
  return (
    <p className="more">
      <span className="muted">
        {number(shown)} of {counted(total, 'line')}
      </span>{' '}
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

function SpentItem({ line: { databaseId, name, pacing, schedules } }: { readonly line: SpentLine }) {
  const end = schedules
    .map(({ endDate }) => endDate)
    .sort()
    .at(-1);
  const budget = pacing?.status === SPENT ? 'Budget' : 'Campaign budget';
  return (
    <AttentionItem
      statuses={[SPENT]}
      detail={`${budget} is spent, not delivering${end ? `; the flight ends ${ago(end)}` : ''}`}
    >
      <Link to="/lines/$id" params={{ id: String(databaseId) }}>
        <bdi>{name}</bdi>
      </Link>
    </AttentionItem>
  );
}

/** When it ends, if that is soon. */
const endOf = ({ endsAt }: Alert): string | undefined =>
  endsAt && Date.parse(endsAt) - Date.now() < SOON_MS ? `Ends ${ago(endsAt)}` : undefined;

/** Every reason in words: a line can be ahead of its flight and have spent nothing for a week. */
function detailOf(alert: Alert): string {
  const { reasons, pacing } = alert;
  const isPaced = reasons.includes('AHEAD') || reasons.includes('BEHIND');
  return [
    reasons.includes('NO_SPEND') ? 'No spend in the last 7 days' : undefined,
    isPaced && typeof pacing?.ratio === 'number'
      ? `${percent(pacing.ratio, 0)} of the flight’s expected spend`
      : undefined,
    endOf(alert),
  ]
    .filter((detail) => detail !== undefined)
    .join(' · ');
}

function LineItem({ alert }: { readonly alert: Alert }) {
  const { line, reasons } = alert;
  if (!line) return null;
  return (
    <AttentionItem statuses={reasons} detail={detailOf(alert)}>
      <Link to="/lines/$id" params={{ id: String(line.databaseId) }}>
        <bdi>{line.name}</bdi>
      </Link>
    </AttentionItem>
  );
}
