import { useState } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { useSettled } from '../../../api/use-settled.ts';
import { DashboardBidTargetsDocument } from '../../../generated/graphql.ts';
import { SearchField } from '../../../parts/fields/search-field.tsx';
import { number } from '../../../parts/format.ts';
import { KINDS, type Target, targetOf } from './site-bids-input.ts';

interface Props {
  /** What has a factor already. */
  readonly known: ReadonlySet<string>;
  readonly onAdd: (targets: readonly Target[]) => void;
}

/** Finds sites, groups of sites, devices and supply by name, one by one or all that are found. */
export function TargetSearch({ known, onAdd }: Props) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const asked = useSettled(typed === '' ? undefined : typed);
  const { data, error } = useRead(
    DashboardBidTargetsDocument,
    { text: asked ?? '' },
    { enabled: asked !== undefined },
  ).result;
  const { groups = [], supply = [], sites = [] } = typed !== '' && asked !== undefined && data ? data : {};
  const found = [...groups, ...supply, ...sites].map(targetOf).filter(({ key }) => !known.has(key));
  return (
    <section aria-label="Find sites and devices">
      <SearchField
        label="Site, group of sites, device or supply"
        placeholder="Such as smartphone, mail or apps"
        value={text}
        onChange={setText}
      />
      <div aria-live="polite">
        {error && <p className="issue">{error.message}</p>}
        {data && typed !== '' && asked === typed && found.length === 0 && (
          <p className="muted">Nothing else is called “{typed}”.</p>
        )}
        <ul className="places found">
          {found.map((target) => (
            <li key={target.key}>
              <button
                type="button"
                className="quiet place-pick"
                aria-label={`Add ${target.name}`}
                onClick={() => onAdd([target])}
              >
                <span>
                  {target.name} <span className="muted">{KINDS[target.type]}</span>
                </span>
                <span className="place-verb">Add</span>
              </button>
            </li>
          ))}
        </ul>
        {found.length > 1 && (
          <button type="button" onClick={() => onAdd(found)}>
            Add all {number(found.length)}
          </button>
        )}
      </div>
    </section>
  );
}
