import { useId, useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DashboardPlacesDocument } from '../../generated/graphql.ts';
import { words } from '../../parts/format.ts';
import type { Place } from './targeting-change.ts';

interface Props {
  readonly onTake: (kind: 'added' | 'excluded', place: Place) => void;
}

/** Finds places by name, to target or to exclude them. */
export function PlaceSearch({ onTake }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const asked = text.trim();
  const { data, error } = useRead(DashboardPlacesDocument, { text: asked }, { enabled: asked !== '' }).result;
  const found = asked === '' ? undefined : data?.dictionary.locations;
  return (
    <section aria-label="Find a place">
      <div className="field">
        <label htmlFor={id}>Place</label>
        <input
          id={id}
          type="search"
          autoComplete="off"
          placeholder="Country, region, city or postal code"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      <div aria-live="polite">
        {error && <p className="issue">{error.message}</p>}
        {found?.length === 0 && <p className="muted">No place has such a name.</p>}
        <ul className="places">
          {found?.map((place) => (
            <li key={place.woeid}>
              <span>
                {place.name} <span className="muted">{words(place.type)}</span>
              </span>
              <button
                type="button"
                aria-label={`Target ${place.name}`}
                onClick={() => onTake('added', place)}
              >
                Target
              </button>
              <button
                type="button"
                aria-label={`Exclude ${place.name}`}
                onClick={() => onTake('excluded', place)}
              >
                Exclude
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
