import { parentsOf } from '../line/targeting/place-name.ts';
import { PlaceSearch } from '../line/targeting/place-search.tsx';
import type { Place, TargetingChange } from '../line/targeting/targeting-change.ts';

interface Props {
  readonly targeting: TargetingChange;
  readonly onChange: (targeting: TargetingChange) => void;
}

const KINDS = [
  ['added', 'Target'],
  ['excluded', 'Exclude'],
] as const;
const TITLES = { added: 'Targeted places', excluded: 'Excluded places' } as const;

/** Where the new line delivers. Without a place it cannot be activated. */
export function NewPlaces({ targeting, onChange }: Props) {
  const without = (place: Place) => ({
    added: targeting.added.filter(({ woeid }) => woeid !== place.woeid),
    excluded: targeting.excluded.filter(({ woeid }) => woeid !== place.woeid),
  });
  return (
    <fieldset className="field-group">
      <legend>Places</legend>
      <div className="fields">
        <div className="stack wide-field">
          <PlaceSearch
            kinds={KINDS}
            onTake={(kind, place) => {
              const others = without(place);
              onChange({ ...targeting, ...others, [kind]: [...others[kind], place] });
            }}
          />
          {KINDS.map(
            ([kind]) =>
              targeting[kind].length > 0 && (
                <section key={kind} aria-label={TITLES[kind]}>
                  <h3>{TITLES[kind]}</h3>
                  <ul className="chips">
                    {targeting[kind].map((place) => (
                      <li key={place.woeid}>
                        <bdi>{place.name}</bdi>&nbsp;<span className="muted">{parentsOf(place)}</span>
                        <button
                          type="button"
                          className="quiet chip-button"
                          aria-label={`Remove ${place.name}`}
                          onClick={() => onChange({ ...targeting, ...without(place) })}
                        >
                          ×
                        </button>
                      </li>
                    ))}
                  </ul>
                </section>
              ),
          )}
        </div>
      </div>
    </fieldset>
  );
}
