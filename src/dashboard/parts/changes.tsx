import type { DashboardChangeFragment } from '../generated/graphql.ts';
import { ago, moment, plain, words } from './format.ts';

type FieldChange = DashboardChangeFragment['fields'][number];

/** Fields with what they were and what they are. */
export function Differences({ fields }: { readonly fields: readonly FieldChange[] }) {
  const shown = fields.flatMap(parts).filter(({ before, after }) => plain(before) !== plain(after));
  if (shown.length === 0) return <p className="muted">No field changes.</p>;
  return (
    <dl className="diff">
      {shown.map(({ path, before, after }) => (
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('name' in value);

/** An object such as a contact as its fields. */
function parts({ path, before, after }: FieldChange): FieldChange[] {
  if (!isObject(after) || (before && !isObject(before))) return [{ path, before, after }];
  const old = isObject(before) ? before : {};
  const names = [...new Set([...Object.keys(old), ...Object.keys(after)])];
  return names.map((name) => ({ path: `${path}.${name}`, before: old[name], after: after[name] }));
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
