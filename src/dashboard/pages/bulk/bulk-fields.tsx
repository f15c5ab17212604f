import type { DashboardLineRowFragment } from '../../generated/graphql.ts';
import { Field } from '../../parts/fields/field.tsx';
import { PlaceSearch } from '../line/targeting/place-search.tsx';
import {
  type BulkChange,
  FLIGHTS,
  isAmount,
  type LineWhat,
  NO_CHOICE,
  type PlaceChange,
  type Step,
  stepsOf,
  valueIssue,
  valueLabel,
  WHAT,
  type What,
} from './bulk-change.ts';

interface ChangeProps<Of extends What> {
  readonly change: BulkChange<Of>;
  readonly onChange: (change: BulkChange<Of>) => void;
}

interface AmountProps<Of extends What> extends ChangeProps<Of> {
  /** What can be changed, with the words for it. */
  readonly choices: Readonly<Record<Of, string>>;
}

interface Props extends ChangeProps<LineWhat> {
  readonly lines: readonly DashboardLineRowFragment[];
}

const PLACES: Readonly<Record<PlaceChange, string>> = {
  added: 'Target',
  excluded: 'Exclude',
  removed: 'Remove',
};

const PLACE_KINDS = [
  ['added', PLACES.added],
  ['excluded', PLACES.excluded],
  ['removed', PLACES.removed],
] as const;

/** What is to change of lines, and to what. */
export function BulkFields({ lines, change, onChange }: Props) {
  return (
    <>
      <ChangeFields choices={WHAT} {...{ change, onChange }} />
      {change.what === 'budget' && (
        <Field
          label="Flights"
          value={change.flights}
          issue={undefined}
          choices={Object.entries(FLIGHTS)}
          onChange={(flights) => onChange({ ...change, flights: flights === 'open' ? 'open' : 'current' })}
        />
      )}
      {change.what === 'places' && <Places {...{ change, onChange }} />}
      <Note lines={lines} change={change} />
    </>
  );
}

/** What is to change, and by how much. */
export function ChangeFields<Of extends What>({ choices, change, onChange }: AmountProps<Of>) {
  const { what, step, value } = change;
  const steps = stepsOf(change);
  const isWhat = (text: string): text is Of => Object.hasOwn(choices, text);
  const choose = (text: string) => {
    if (!isWhat(text)) return;
    const next = { ...change, what: text };
    const [first] = Object.keys(stepsOf(next) ?? {}) as Step[];
    const isSame = JSON.stringify(stepsOf(next)) === JSON.stringify(steps);
    onChange(isSame ? next : { ...next, step: first ?? step, value: '' });
  };
  return (
    <>
      <Field
        label="Change"
        value={what ?? ''}
        issue={undefined}
        choices={[...(what ? [] : [NO_CHOICE]), ...Object.entries<string>(choices)]}
        onChange={choose}
      />
      {steps && (
        <>
          <Field
            label="How"
            value={step}
            issue={undefined}
            choices={Object.entries(steps)}
            onChange={(text) => onChange({ ...change, step: text as Step, value: '' })}
          />
          <Field
            label={valueLabel(change)}
            value={value}
            issue={valueIssue(change)}
            onChange={(text) => onChange({ ...change, value: text })}
            {...(step === 'date' && { type: 'date' as const })}
          />
        </>
      )}
    </>
  );
}

/** Places to be targeted, excluded or removed. */
function Places({ change, onChange }: ChangeProps<LineWhat>) {
  const { places, placeText } = change;
  const without = (woeid: number) => places.filter(({ place }) => place.woeid !== woeid);
  return (
    <div className="stack wide-field">
      <PlaceSearch
        kinds={PLACE_KINDS}
        text={placeText}
        onText={(placeText) => onChange({ ...change, placeText })}
        onTake={(how, place) =>
          onChange({ ...change, placeText: '', places: [...without(place.woeid), { how, place }] })
        }
      />
      {places.length > 0 && (
        <ul className="chips" aria-label="Chosen places">
          {places.map(({ how, place }) => (
            <li key={place.woeid}>
              {PLACES[how]} <bdi>{place.name}</bdi>
              <button
                type="button"
                className="quiet chip-button"
                aria-label={`Take back ${place.name}`}
                onClick={() => onChange({ ...change, places: without(place.woeid) })}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What of a line a change is about, where that is not plain. */
function Note({ lines, change: { what, step } }: Pick<Props, 'lines' | 'change'>) {
  const notes = [
    ...(what === 'start' || what === 'end' ? ['Current flights, or the next where none is running.'] : []),
    ...currencyNotes(lines, { what, step }),
    ...roundingNotes({ what, step }),
  ];
  return <Notes notes={notes} />;
}

/** What an amount means where rows have several currencies. */
export const currencyNotes = (
  rows: readonly { readonly advertiser: { readonly currency: string } }[],
  { what, step }: Pick<BulkChange<What>, 'what' | 'step'>,
): readonly string[] =>
  isAmount(what) && step !== 'percent' && new Set(rows.map(({ advertiser }) => advertiser.currency)).size > 1
    ? ['The same number in the currency of each.']
    : [];

/** What becomes of parts of a cent. */
export const roundingNotes = ({ what, step }: Pick<BulkChange<What>, 'what' | 'step'>): readonly string[] =>
  isAmount(what) && step === 'percent' ? ['Rounded to the decimals of the currency.'] : [];

export function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return <p className="muted wide-field">{notes.join(' ')}</p>;
}
