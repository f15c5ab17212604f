import { Link } from '@tanstack/react-router';
import type { DashboardSavedReportFragment as Saved } from '../../../generated/graphql.ts';
import { ago } from '../../../parts/format.ts';
import { Status } from '../../../parts/status.tsx';
import type { Run } from './newest-run.ts';
import { fileAddress } from './saved-name.ts';

interface Props {
  readonly saved: Saved;
  /** Newest first. */
  readonly runs: readonly Run[];
}

/** Of the results before the newest, so many are named. */
const MOST_EARLIER = 2;

/** The newest results of a saved report, and why its schedule made none. */
export function LastResults({ saved: { name, failure }, runs }: Props) {
  const [last, ...earlier] = runs;
  if (!last && !failure) return <span className="muted">None yet</span>;
  return (
    <>
      {last && (
        <>
          <ResultLink run={last} name={name} /> <Status value={last.status} />
          <span className="cell-note">
            {last.url && (
              <a
                href={fileAddress(last.url, name, undefined)}
                download
                aria-label={`CSV of the last ${name}`}
              >
                CSV
              </a>
            )}
            {last.url && last.isByHand && ' · '}
            {last.isByHand && 'run by hand'}
          </span>
        </>
      )}
      {earlier.length > 0 && (
        <span className="cell-note">
          Before:{' '}
          {earlier.slice(0, MOST_EARLIER).map((run, at) => (
            <span key={run.customerReportId}>
              {at > 0 && ', '}
              <ResultLink run={run} name={name} />
            </span>
          ))}
        </span>
      )}
      {[failure, last?.errorMsg].map(
        (reason) =>
          reason && (
            <p key={reason} className="issue">
              {reason}
            </p>
          ),
      )}
    </>
  );
}

const ResultLink = ({ run, name }: { readonly run: Run; readonly name: string }) => (
  <Link to="/reports/$id" params={{ id: run.customerReportId }} search={{ name }}>
    {ago(run.createdAt)}
  </Link>
);
