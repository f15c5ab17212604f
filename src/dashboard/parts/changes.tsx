import type { DashboardChangeFragment } from '../generated/graphql.ts';
import { ago, moment, plain, words } from './format.ts';

type FieldChange = DashboardChangeFragment['fields'][number];

/** Fields with what they were and what they are. */
export function Differences({ fields }: { readonly fields: readonly FieldChange[] }) {
  if (fields.length === 0) return <p className="muted">No field changes.</p>;
  return (
    <dl className="diff">
      {fields.map(({ path, before, after }) => (
        <div key={path}>
          <dt>{path}</dt>
          <dd>
            {before !== null && before !== undefined && (
              <>
                <del>{plain(before)}</del> <span aria-hidden="true">→</span>{' '}
              </>
            )}
            <ins>{plain(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

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
          <Differences fields={change.fields} />
        </li>
      ))}
    </ol>
  );
}
