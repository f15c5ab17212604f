import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type DashboardAttentionFragment, DateRangePreset } from '../../generated/graphql.ts';
import { ago, counted, percent } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import { words } from '../../parts/words.ts';
import { nameOf } from '../reports/choices.ts';

type Alert = DashboardAttentionFragment['lineAlerts']['nodes'][number];

const SOON_MS = 3 * 86_400_000;
/** Of one kind: who looks at these first finds the others in their lists. */
const MAX = 6;

const pixelsToSee = ({ eventRefusals }: DashboardAttentionFragment) =>
  eventRefusals.flatMap(({ pixel, ...refused }) => (pixel ? [{ ...refused, pixel }] : [])).slice(0, MAX);

export const needsNobody = (data: DashboardAttentionFragment): boolean =>
  [data.refusedAds.nodes, data.failedReports.nodes, data.lineAlerts.nodes, pixelsToSee(data)].every(
    ({ length }) => length === 0,
  );

/** What somebody should look at today; what is refused comes first. */
export function Attention({ data }: { readonly data: DashboardAttentionFragment }) {
  return (
    <ul className="attention">
      {pixelsToSee(data).map(({ pixel, requests, latestAt }) => (
        <Item
          key={pixel.id}
          status="REFUSED"
          detail={`${counted(requests, 'request')}, last ${ago(latestAt)}`}
        >
          <Link to="/events" search={{ pixel: String(pixel.databaseId) }}>
            <bdi>{pixel.name}</bdi>
          </Link>
        </Item>
      ))}
      {data.refusedAds.nodes.map(({ id, databaseId, name, nativeAdStatus, updatedAt }) => (
        <Item key={id} status={nativeAdStatus ?? undefined} detail={`Changed ${ago(updatedAt)}`}>
          <Link to="/ads/$id" params={{ id: String(databaseId) }}>
            <bdi>{name}</bdi>
          </Link>
        </Item>
      ))}
      {data.failedReports.nodes.map(
        ({ id, customerReportId, status, errorMsg, requestPayload, createdAt }) => (
          <Item key={id} status={status} detail={`${errorMsg ?? ''} ${ago(createdAt)}`}>
            <Link to="/reports/$id" params={{ id: customerReportId }}>
              {nameOf(requestPayload)}
            </Link>
          </Item>
        ),
      )}
      {data.lineAlerts.nodes.map((alert) => (
        <LineItem key={alert.line?.id} alert={alert} />
      ))}
    </ul>
  );
}

interface ItemProps {
  readonly status: string | undefined;
  readonly detail: string;
  readonly children: ReactNode;
}

function Item({ status, detail, children }: ItemProps) {
  return (
    <li>
      <p>{children}</p>
      <p className="muted small">{detail}</p>
      {status && <Status value={status} />}
    </li>
  );
}

/** When it ends, if that is soon. */
const endOf = ({ endsAt }: Alert): string | undefined =>
  endsAt && Date.parse(endsAt) - Date.now() < SOON_MS ? `Ends ${ago(endsAt)}` : undefined;

function paceOf({ reasons: [reason], pacing }: Alert): string | undefined {
  if (reason === 'NO_SPEND') return words(DateRangePreset.Last_7Days);
  return typeof pacing?.ratio === 'number' && reason !== 'ENDS_SOON'
    ? `${percent(pacing.ratio, 0)} of expected spend`
    : undefined;
}

function LineItem({ alert }: { readonly alert: Alert }) {
  const {
    line,
    reasons: [reason],
  } = alert;
  if (!line) return null;
  const details = [paceOf(alert), endOf(alert)].filter((detail) => detail !== undefined);
  return (
    <Item status={reason} detail={details.join(' · ')}>
      <Link to="/lines/$id" params={{ id: String(line.databaseId) }}>
        <bdi>{line.name}</bdi>
      </Link>
    </Item>
  );
}
