import type { DashboardChangeFragment } from '../../generated/graphql.ts';
import { partsOf } from './change-parts.ts';
import { plain } from './plain.ts';

interface Props {
  readonly fields: DashboardChangeFragment['fields'];
  /** Of the times among the values; the browser's unless given. */
  readonly timeZone?: string | undefined;
}

/** Fields with what they were and what they are. */
export function Differences({ fields, timeZone }: Props) {
  const shown = fields
    .flatMap(partsOf)
    .map(({ label, before, after }) => ({
      label,
      before: plain(before, timeZone),
      after: plain(after, timeZone),
    }))
    .filter(({ before, after }) => before !== after);
  if (shown.length === 0) return <p className="muted">No field changes.</p>;
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
