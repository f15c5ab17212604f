import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardAttentionDocument, type DashboardAttentionQuery } from '../../generated/graphql.ts';
import { ago, percent } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import { Widget } from '../../parts/widget.tsx';
import { nameOf } from '../reports/choices.ts';

type Line = NonNullable<DashboardAttentionQuery['delivery']['nodes'][number]['line']>;

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

/** Of the lines that spent most in the last week; what is paused needs nobody. */
const linesToSee = ({ delivery }: DashboardAttentionQuery): readonly Line[] =>
  delivery.nodes
    .flatMap(({ line }) => line ?? [])
    .filter((line) => line.status === 'ACTIVE' && (isOffPace(line) || endOf(line) !== undefined))
    .slice(0, MOST);

/** What somebody should look at today. */
export function Attention() {
  const read = useRead(DashboardAttentionDocument, {}, { every: 60_000 });
  return (
    <Widget
      title="Needs attention"
      read={read}
      empty={(data) => data.reports.nodes.length + linesToSee(data).length === 0 && 'Nothing does.'}
    >
      {(data) => (
        <ul className="attention">
          {linesToSee(data).map((line) => (
            <LineItem key={line.id} line={line} />
          ))}
          {data.reports.nodes.map(({ id, customerReportId, errorMsg, requestPayload, createdAt }) => (
            <li key={id}>
              <Link to="/reports/$id" params={{ id: customerReportId }}>
                {nameOf(requestPayload)}
              </Link>{' '}
              <Status value="FAILED" />
              <p className="muted">
                {errorMsg} {ago(createdAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Widget>
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
