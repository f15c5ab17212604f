import type { DashboardChangeFragment } from '../../generated/graphql.ts';
import { counted } from '../format.ts';
import { changesIn } from './changes-in.ts';
import { type Owner, plain } from './plain.ts';

interface Props extends Owner {
  readonly fields: DashboardChangeFragment['fields'];
  /** Before it is made: a value that costs money and rises or falls sharply is pointed out. */
  readonly isPlanned?: boolean;
}

/** Of a change of more fields, the others are folded away. */
const MAX_SHOWN = 12;
const MAX_FIRST = 8;

/** Fields with what they were and what they are. */
export function Differences({ fields, isPlanned = false, ...owner }: Props) {
  const shown = changesIn(fields, owner);
  if (shown.length === 0) return <p className="muted">No changes.</p>;
  // What is about to be saved is read in full.
  const isLong = !isPlanned && shown.length > MAX_SHOWN;
  if (!isLong) return <Rows rows={shown} isPlanned={isPlanned} />;
  return (
    <>
      <Rows rows={shown.slice(0, MAX_FIRST)} isPlanned={isPlanned} />
      <details>
        <summary>{counted(shown.length - MAX_FIRST, 'more change')}</summary>
        <Rows rows={shown.slice(MAX_FIRST)} isPlanned={isPlanned} />
      </details>
    </>
  );
}

interface RowsProps extends Required<Pick<Props, 'isPlanned'>> {
  readonly rows: ReturnType<typeof changesIn>;
}

function Rows({ rows, isPlanned }: RowsProps) {
  return (
    <dl className="diff">
      {rows.map(({ label, before, after, sharp }) => (
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
