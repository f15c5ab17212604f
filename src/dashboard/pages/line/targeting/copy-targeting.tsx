import { useState } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { useSettled } from '../../../api/use-settled.ts';
import { DashboardCopyFromDocument } from '../../../generated/graphql.ts';
import { SearchField } from '../../../parts/fields/search-field.tsx';
import { copyOf, type TargetingChange, type Targets } from './targeting-change.ts';
import { targetingText } from './targeting-text.ts';

interface Props {
  readonly owner: { readonly id: string; readonly name: string };
  /** Of the line itself; undefined while it is not there yet. */
  readonly lineId?: string;
  readonly stored: Targets;
  readonly onCopy: (change: TargetingChange) => void;
}

/** Takes the targets of another line of the advertiser into the form, where they can still be changed. */
export function CopyTargeting({ owner, lineId, stored, onCopy }: Props) {
  const [text, setText] = useState('');
  const [copied, setCopied] = useState<string>();
  const query = useSettled(text.trim()) ?? text.trim();
  const { data, error } = useRead(DashboardCopyFromDocument, {
    filter: {
      advertiserId: { eq: owner.id },
      ...(lineId !== undefined && { not: { id: { eq: lineId } } }),
      ...(query && { query }),
    },
  }).result;
  return (
    <details>
      <summary>Copy the targeting of another line</summary>
      <SearchField
        label={`Line of ${owner.name}`}
        placeholder="Filter by name"
        value={text}
        onChange={setText}
      />
      {error && <p className="issue">{error.message}</p>}
      {data?.lines.nodes.length === 0 && <p className="muted">No other line has such a name.</p>}
      <ul className="places">
        {data?.lines.nodes.map(({ id, name, targeting }) => (
          <li key={id}>
            <span>
              <bdi>{name}</bdi>
              <span className="cell-note">{targetingText(targeting, () => undefined).join(' ')}</span>
            </span>
            <button
              type="button"
              aria-label={`Copy the targeting of ${name}`}
              onClick={() => {
                onCopy(copyOf(targeting, stored));
                setCopied(name);
              }}
            >
              Copy
            </button>
          </li>
        ))}
      </ul>
      {copied && (
        <p role="status" className="muted">
          Below is now the targeting of <bdi>{copied}</bdi>. Nothing is stored before you save.
        </p>
      )}
    </details>
  );
}
