import { Link } from '@tanstack/react-router';
import type { DashboardAttentionFragment } from '../../generated/graphql.ts';
import { ago, percent } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import { nameOf } from '../reports/choices.ts';

type Line = NonNullable<DashboardAttentionFragment['lines']['nodes'][number]['line']>;

const SOON_MS = 3 * 86_400_000;
const MOST = 12;

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

export const needsNobody = (data: DashboardAttentionFragment): boolean =>
  data.refusedAds.nodes.length + data.failedReports.nodes.length + linesToSee(data).length === 0;

/** What somebody should look at today. */
export function Attention({ data }: { readonly data: DashboardAttentionFragment }) {
  return (
    <ul className="attention">
      {linesToSee(data).map((line) => (
        <LineItem key={line.id} line={line} />
      ))}
      {data.refusedAds.nodes.map(({ id, databaseId, name, nativeAdStatus, updatedAt }) => (
        <li key={id}>
          <Link to="/ads/$id" params={{ id: String(databaseId) }}>
            <bdi>{name}</bdi>
          </Link>{' '}
          {nativeAdStatus && <Status value={nativeAdStatus} />}
          <p className="muted">Changed {ago(updatedAt)}.</p>
        </li>
      ))}
      {data.failedReports.nodes.map(
        ({ id, customerReportId, status, errorMsg, requestPayload, createdAt }) => (
          <li key={id}>
            <Link to="/reports/$id" params={{ id: customerReportId }}>
              {nameOf(requestPayload)}
            </Link>{' '}
            <Status value={status} />
            <p className="muted">
              {errorMsg} {ago(createdAt)}
            </p>
          </li>
        ),
      )}
    </ul>
  );
}

function LineItem({ line }: { readonly line: Line }) {
  const { databaseId, name, pacing } = line;
  const end = endOf(line);
  return (
    <li>
      <Link to="/lines/$id" params={{ id: String(databaseId) }}>
        <bdi>{name}</bdi>
      </Link>{' '}
      {pacing && isOffPace(line) && <Status value={pacing.status} />}
      <p className="muted">
        {pacing?.ratio !== null && pacing?.ratio !== undefined && isOffPace(line) && (
          <>{percent(pacing.ratio, 0)} of what was expected by now. </>
        )}
        {end && <>Ends {ago(end)}.</>}
      </p>
    </li>
  );
}
