import { type FieldChange, partsOf } from './change-parts.ts';
import { plain } from './format.ts';

/** Fields with what they were and what they are. */
export function Differences({ fields }: { readonly fields: readonly FieldChange[] }) {
  const shown = fields
    .flatMap(partsOf)
    .map(({ path, before, after }) => ({ path, before: plain(before), after: plain(after) }))
    .filter(({ before, after }) => before !== after);
  if (shown.length === 0) return <p className="muted">No field changes.</p>;
  return (
    <dl className="diff">
      {shown.map(({ path, before, after }) => (
        <div key={path}>
          <dt>{path}</dt>
          <dd>
            {before !== plain(null) && (
              <>
                <del>{before}</del> <span aria-hidden="true">→</span>{' '}
              </>
            )}
            <ins>{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
