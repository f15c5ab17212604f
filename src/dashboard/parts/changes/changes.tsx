import type { ReactNode } from 'react';
import type { DashboardChangeFragment } from '../../generated/graphql.ts';
import { ago, moment } from '../format.ts';
import { Differences } from './differences.tsx';
import type { Owner } from './plain.ts';

interface Props<Change> extends Owner {
  readonly changes: readonly Change[];
  /** What was changed, where a page is about several resources. */
  readonly resource?: (change: Change) => ReactNode;
  /** Next to each, such as what takes it back. */
  readonly action?: (change: Change, all: readonly Change[]) => ReactNode;
}

const ACTIONS = { CREATE: 'Created', UPDATE: 'Updated', DELETE: 'Deleted' } as const;

/** Who changed what, newest first. */
export function ChangeList<Change extends DashboardChangeFragment>(props: Props<Change>) {
  const { changes, action, resource, ...owner } = props;
  return (
    <ol className="changes">
      {changes.map((change) => (
        <li key={change.id}>
          <p className="row">
            <strong>{ACTIONS[change.action]}</strong>
            {resource?.(change)}
            <span className="muted">
              by <bdi>{change.user?.name ?? `user ${change.userId}`}</bdi>,{' '}
              <time dateTime={change.at} title={moment(change.at, owner.timeZone)}>
                {ago(change.at)}
              </time>
            </span>
            {action?.(change, changes)}
          </p>
          <Differences fields={change.fields} {...owner} />
        </li>
      ))}
    </ol>
  );
}
