import type { DashboardChangeFragment } from '../../generated/graphql.ts';
import { changesIn } from './changes-in.ts';
import { type Owner, plain } from './plain.ts';

interface Props extends Owner {
  readonly fields: DashboardChangeFragment['fields'];
  /** Before it is made: a value that costs money and rises or falls sharply is pointed out. */
  readonly isPlanned?: boolean;
}

/** Fields with what they were and what they are. */
export function Differences({ fields, isPlanned = false, ...owner }: Props) {
  const shown = changesIn(fields, owner);
  if (shown.length === 0) return <p className="muted">No changes.</p>;
  return (
    <dl className="diff">
      {shown.map(({ label, before, after, sharp }) => (
        <div key={`${label} ${before} ${after}`}>
          <dt>{label}</dt>
          <dd>
            {before !== plain(null) && (
              <>
                <del>{before}</del> <span aria-hidden="true">→</span>
                <span className="visually-hidden">became</span>{' '}
              </>
            )}
            <ins>{after}</ins>
            {isPlanned && sharp && (
              <span className="warned">
                {sharp === 'RISE' ? ' More than three times as much' : ` Less than a third of ${before}`}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
