import { useState } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { useSettled } from '../../../api/use-settled.ts';
import { DashboardPlacesDocument } from '../../../generated/graphql.ts';
import { SearchField } from '../../../parts/fields/search-field.tsx';
import { kindOf, parentsOf } from './place-name.ts';
import type { Place } from './targeting-change.ts';

interface Props<Kind extends string> {
  /** What can be done with a place, with the button that does it. */
  readonly kinds: readonly (readonly [kind: Kind, verb: string])[];
  readonly onTake: (kind: Kind, place: Place) => void;
}

/** Finds places by name, to target or to exclude them. */
export function PlaceSearch<Kind extends string>({ kinds, onTake }: Props<Kind>) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const asked = useSettled(typed === '' ? undefined : typed);
  const { data, error } = useRead(
    DashboardPlacesDocument,
    { text: asked ?? '' },
    { enabled: asked !== undefined },
  ).result;
  const found = asked === undefined ? undefined : data?.dictionary.locations;
  return (
    <section aria-label="Find a place">
      <SearchField
        label="Place"
        placeholder="Country, region, city or postal code"
        value={text}
        onChange={setText}
      />
      <div aria-live="polite">
        {error && <p className="issue">{error.message}</p>}
        {found?.length === 0 && <p className="muted">No place has such a name.</p>}
        <ul className="places">
          {found?.map(({ parent, ...found }) => {
            const place: Place = { ...found, location: { parent } };
            const full = [place.name, parentsOf(place)].filter(Boolean).join(', ');
            return (
              <li key={place.woeid}>
                <span>
                  {place.name} <span className="muted">{kindOf(place)}</span>
                </span>
                {kinds.map(([kind, verb]) => (
                  <button
                    key={kind}
                    type="button"
                    aria-label={`${verb} ${full}`}
                    onClick={() => onTake(kind, place)}
                  >
                    {verb}
                  </button>
                ))}
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
