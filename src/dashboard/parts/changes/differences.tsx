import type { DashboardChangeFragment } from '../../generated/graphql.ts';
import { partsOf } from './change-parts.ts';
import { type Owner, plain } from './plain.ts';

interface Props extends Owner {
  readonly fields: DashboardChangeFragment['fields'];
}

/** Fields that get another value. */
export const changesIn = (fields: Props['fields'], owner: Owner = {}) =>
  fields
    .flatMap(partsOf)
    .map(({ label, field, before, after }) => ({
      label,
      before: plain(before, owner, field),
      after: plain(after, owner, field),
    }))
    .filter(({ before, after }) => before !== after);

/** Fields with what they were and what they are. */
export function Differences({ fields, ...owner }: Props) {
  const shown = changesIn(fields, owner);
  if (shown.length === 0) return <p className="muted">No changes.</p>;
  return (
    <dl className="diff">
      {shown.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {before !== plain(null) && (
              <>
                <del>{before}</del> <span aria-hidden="true">→</span>
                <span className="visually-hidden">became</span>{' '}
              </>
            )}
            <ins>{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
