import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DashboardAttentionFragment } from '../../generated/graphql.ts';
import { ago, number, percent } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import { nameOf } from '../reports/choices.ts';
import { isIdle } from './idle.ts';

type Line = NonNullable<DashboardAttentionFragment['lines']['nodes'][number]['line']>;

const SOON_MS = 3 * 86_400_000;
/** Of one kind: who looks at these first finds the others in their lists. */
const MOST = 6;

/** When the last flight of a line ends, if that is soon. */
function endOf({ schedules }: Line, now = Date.now()): string | undefined {
  const last = schedules
    .map(({ endDateStr }) => endDateStr)
    .sort()
    .at(-1);
  const left = last ? Date.parse(last) - now : Number.NaN;
  return left > 0 && left < SOON_MS ? last : undefined;
}

const isOffPace = ({ pacing }: Line): boolean => pacing?.status === 'BEHIND' || pacing?.status === 'AHEAD';

/** Of the 25 lines that spent most in the last week: pacing costs points. What is paused needs nobody. */
const linesToSee = ({ lines }: DashboardAttentionFragment): readonly Line[] =>
  lines.nodes
    .flatMap(({ line }) => line ?? [])
    .filter((line) => line.status === 'ACTIVE' && (isOffPace(line) || endOf(line) !== undefined))
    .slice(0, MOST);

const pixelsToSee = ({ eventRefusals }: DashboardAttentionFragment) =>
  eventRefusals.flatMap(({ pixel, ...refused }) => (pixel ? [{ ...refused, pixel }] : [])).slice(0, MOST);

const idleLines = ({ leastSpending }: DashboardAttentionFragment) =>
  leastSpending.nodes.filter((line) => isIdle(line)).slice(-MOST);

export const needsNobody = (data: DashboardAttentionFragment): boolean =>
  [
    data.refusedAds.nodes,
    data.failedReports.nodes,
    pixelsToSee(data),
    idleLines(data),
    linesToSee(data),
  ].every(({ length }) => length === 0);

/** What somebody should look at today; what is refused comes first. */
export function Attention({ data }: { readonly data: DashboardAttentionFragment }) {
  return (
    <ul className="attention">
      {pixelsToSee(data).map(({ pixel, requests, latestAt }) => (
        <Item key={pixel.id} status="REFUSED" detail={`${number(requests)} requests, last ${ago(latestAt)}`}>
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
      {idleLines(data).map(({ id, databaseId, name }) => (
        <Item key={id} status="NO_SPEND" detail="Nothing spent in 7 days">
          <Link to="/lines/$id" params={{ id: String(databaseId) }}>
            <bdi>{name}</bdi>
          </Link>
        </Item>
      ))}
      {linesToSee(data).map((line) => (
        <LineItem key={line.id} line={line} />
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

function LineItem({ line }: { readonly line: Line }) {
  const { databaseId, name, pacing } = line;
  const end = endOf(line);
  const { ratio } = pacing ?? {};
  const details = [
    ...(isOffPace(line) && typeof ratio === 'number' ? [`${percent(ratio, 0)} of what was expected`] : []),
    ...(end ? [`Ends ${ago(end)}`] : []),
  ];
  return (
    <Item status={isOffPace(line) ? pacing?.status : undefined} detail={details.join(' · ')}>
      <Link to="/lines/$id" params={{ id: String(databaseId) }}>
        <bdi>{name}</bdi>
      </Link>
    </Item>
  );
}
