import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import {
  DashboardLineAlertsDocument,
  type DashboardLineAlertsQuery,
  DashboardSpentLinesDocument,
  type DashboardSpentLinesQuery,
  LineAlertReason,
} from '../../generated/graphql.ts';
import { ago, counted, number, percent } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { words } from '../../parts/words.ts';
import { AttentionItem } from './attention-item.tsx';

type Alert = DashboardLineAlertsQuery['lineAlerts']['nodes'][number];
type SpentLine = DashboardSpentLinesQuery['lines']['nodes'][number];

const route = getRouteApi('/');
/** Lines at first, and on a page of those that were asked for. */
const [FEW, PAGE] = [9, 100];
const SOON_MS = 3 * 86_400_000;
/** Not a reason of the service's: lines that have stopped because their budget is spent. */
const SPENT = 'SPENT';
const ALL = 'ALL';
const NO_LINES: DashboardSpentLinesQuery['lines'] = {
  totalCount: 0,
  pageInfo: { hasNextPage: false, endCursor: null },
  nodes: [],
};

/** Lines that need attention: how many for each reason, the most urgent, and all of them on demand. */
export function LineAlerts({ isAlone }: { readonly isAlone: boolean }) {
  const search = route.useSearch();
  const { alerts: chosen } = search;
  const navigate = route.useNavigate();
  const [after, setAfter] = useState<string>();
  const reason = Object.values(LineAlertReason).find((each) => each === chosen);
  const isSpent = chosen === SPENT;
  const first = chosen ? PAGE : FEW;
  const read = useRead(DashboardLineAlertsDocument, {
    ...{ first, reason: reason ?? null, after: isSpent ? null : (after ?? null) },
  });
  const spent = useRead(DashboardSpentLinesDocument, { first, after: isSpent ? (after ?? null) : null });
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
  const list = isSpent ? spentLines : lineAlerts;
  const hasSpent = isSpent || (!reason && after === undefined);
  const shownSpent = hasSpent ? spentLines.nodes : [];
  const shownAlerts = isSpent ? [] : lineAlerts.nodes;
  return (
    <>
      {failed && <ProblemNote read={failed} small />}
      <fieldset className="alert-reasons" aria-label="Lines by reason">
        {spentLines.totalCount > 0 && (
          <Chip
            name="Budget spent"
            count={spentLines.totalCount}
            isOn={isSpent}
            onChoose={(isOn) => show(isOn ? SPENT : undefined)}
          />
        )}
        {every.map(({ reason: each, count }) => (
          <Chip
            key={each}
            name={words(each)}
            count={count}
            isOn={each === reason}
            onChoose={(isOn) => show(isOn ? each : undefined)}
          />
        ))}
      </fieldset>
      <ul className="attention">
        {shownSpent.map((line) => (
          <SpentItem key={line.id} line={line} />
        ))}
        {shownAlerts.map((alert) => (
          <LineItem key={alert.line?.id} alert={alert} />
        ))}
      </ul>
      <More
        shown={shownSpent.length + shownAlerts.length}
        total={isSpent ? spentLines.totalCount : lineAlerts.totalCount + (reason ? 0 : spentLines.totalCount)}
        isChosen={chosen !== undefined}
        onShow={show}
      />
      {chosen !== undefined && list.totalCount > PAGE && (
        <Pager page={list.pageInfo} total={list.totalCount} after={after} onGo={setAfter} />
      )}
    </>
  );
}

interface ChipProps {
  readonly name: string;
  readonly count: number;
  readonly isOn: boolean;
  readonly onChoose: (isOn: boolean) => void;
}

function Chip({ name, count, isOn, onChoose }: ChipProps) {
  return (
    <button type="button" className="small" aria-pressed={isOn} onClick={() => onChoose(!isOn)}>
      {name} <b>{number(count)}</b>
    </button>
  );
}

interface MoreProps {
  readonly shown: number;
  readonly total: number;
  /** All lines, or those of one reason, were asked for. */
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
