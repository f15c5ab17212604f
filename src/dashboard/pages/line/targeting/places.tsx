import { parentsOf } from './place-name.ts';
import { type Place, type TargetingChange, toggled } from './targeting-change.ts';

interface Props {
  readonly title: string;
  readonly stored: readonly Place[];
  readonly kind: 'added' | 'excluded';
  readonly values: TargetingChange;
  readonly onChange: (values: TargetingChange) => void;
  readonly issues: ReadonlyMap<string, string>;
}

/** Places with a switch each, so that one can be taken back before anything is saved. */
export function Places({ title, stored, kind, values, onChange, issues }: Props) {
  const fresh = values[kind].filter((place) => !stored.some(isSame(place)));
  const other = values[kind === 'added' ? 'excluded' : 'added'];
  if (stored.length + fresh.length === 0) return null;
  return (
    <section aria-label={`${title} places`}>
      <h3>{title} places</h3>
      <ul className="chips">
        {stored.map((place) => {
          const isGone = values.removed.includes(place.woeid) || other.some(isSame(place));
          return (
            <Chip
              key={place.woeid}
              place={place}
              state={isGone ? 'gone' : 'stored'}
              onToggle={() => onChange({ ...values, removed: toggled(values.removed, place.woeid) })}
            />
          );
        })}
        {fresh.map((place) => (
          <Chip
            key={place.woeid}
            place={place}
            state="fresh"
            onToggle={() =>
              onChange({ ...values, [kind]: values[kind].filter((each) => !isSame(place)(each)) })
            }
          />
        ))}
      </ul>
      {[...issues]
        .filter(([path]) => path.startsWith(`geos.${kind}`))
        .map(([path, message]) => (
          <p key={path} className="issue">
            {message}
          </p>
        ))}
    </section>
  );
}

const isSame = (place: Place) => (other: Place) => other.woeid === place.woeid;

interface ChipProps {
  readonly place: Place;
  readonly state: 'stored' | 'gone' | 'fresh';
  readonly onToggle: () => void;
}

function Chip({ place, state, onToggle }: ChipProps) {
  return (
    <li className={state === 'stored' ? undefined : state}>
      <bdi>{place.name}</bdi>&nbsp;<span className="muted">{parentsOf(place)}</span>
      <button
        type="button"
        className="quiet chip-button"
        aria-label={`Remove ${place.name}`}
        aria-pressed={state === 'fresh' ? undefined : state === 'gone'}
        onClick={onToggle}
      >
        {state === 'gone' ? '↺' : '×'}
      </button>
    </li>
  );
}
