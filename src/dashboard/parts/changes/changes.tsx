import type { DashboardChangeFragment } from '../../generated/graphql.ts';
import { ago, moment } from '../format.ts';
import { words } from '../words.ts';
import { Differences } from './differences.tsx';

interface Props {
  readonly changes: readonly DashboardChangeFragment[];
  /** Left out where the page is about one resource. */
  readonly resource?: (change: DashboardChangeFragment) => React.ReactNode;
  readonly timeZone?: string;
}

/** Who changed what, newest first. */
export function ChangeList({ changes, resource, timeZone }: Props) {
  return (
    <ol className="changes">
      {changes.map((change) => (
        <li key={change.id}>
          <p className="row">
            <strong>{words(change.action)}</strong>
            {resource?.(change)}
            <span className="muted">
              by <bdi>{change.user?.name ?? `user ${change.userId}`}</bdi>,{' '}
              <time dateTime={change.at} title={moment(change.at, timeZone)}>
                {ago(change.at)}
              </time>
            </span>
          </p>
          <Differences fields={change.fields} timeZone={timeZone} />
        </li>
      ))}
    </ol>
  );
}
