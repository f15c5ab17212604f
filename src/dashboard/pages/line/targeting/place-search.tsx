import { useRef } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { useSettled } from '../../../api/use-settled.ts';
import { DashboardPlacesDocument } from '../../../generated/graphql.ts';
import { SearchField } from '../../../parts/fields/search-field.tsx';
import { kindOf, parentsOf } from './place-name.ts';
import type { Place } from './targeting-change.ts';

interface Props<Kind extends string> {
  /** What can be done with a place, with the word for it. The first is what a click on the place does. */
  readonly kinds: readonly [FirstKind<Kind>, ...FirstKind<Kind>[]];
  /** Takes the place and clears the text, at once: two changes of one form would overwrite each other. */
  readonly onTake: (kind: Kind, place: Place) => void;
  /** What is typed. It targets nothing, so that a form with some is not saved. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

type FirstKind<Kind> = readonly [kind: Kind, verb: string];

/** Finds places by name, to target or to exclude them. */
export function PlaceSearch<Kind extends string>({ kinds, onTake, text, onText }: Props<Kind>) {
  const input = useRef<HTMLInputElement>(null);
  const typed = text.trim();
  const asked = useSettled(typed === '' ? undefined : typed);
  const { data, error } = useRead(
    DashboardPlacesDocument,
    // A postal code that is nearly the same is another place.
    { text: asked ?? '', fuzzy: !/\d/.test(asked ?? '') },
    { enabled: asked !== undefined },
  ).result;
  const found = (asked === undefined || typed === '' ? undefined : data?.dictionary.locations)?.map(
    ({ parent, ...place }): Place => ({ ...place, location: { parent } }),
  );
  const take = (kind: Kind, place: Place) => {
    onTake(kind, place);
    input.current?.focus();
  };
  const [[first, verb], ...others] = kinds;
  return (
    <section aria-label="Find a place">
      <SearchField
        label="Place"
        placeholder="Country, region, city or postal code"
        value={text}
        onChange={onText}
        ref={input}
        onEnter={() => {
          const [best] = found ?? [];
          if (best && asked === typed) take(first, best);
        }}
      />
      <div aria-live="polite">
        {error && <p className="issue">{error.message}</p>}
        {found?.length === 0 && (
          <p className="issue">No place is called “{typed}”. Correct it, or clear the field.</p>
        )}
        <ul className="places">
          {found?.map((place) => {
            const full = [place.name, parentsOf(place)].filter(Boolean).join(', ');
            return (
              <li key={place.woeid}>
                <button
                  type="button"
                  className="quiet place-pick"
                  aria-label={`${verb} ${full}`}
                  onClick={() => take(first, place)}
                >
                  <span>
                    {place.name} <span className="muted">{kindOf(place)}</span>
                  </span>
                  <span className="place-verb">{verb}</span>
                </button>
                {others.map(([kind, verb]) => (
                  <button
                    key={kind}
                    type="button"
                    aria-label={`${verb} ${full}`}
                    onClick={() => take(kind, place)}
                  >
                    {verb}
                  </button>
                ))}
              </li>
            );
          })}
        </ul>
        {found && found.length > 0 && (
          <p className="muted small">Enter takes the first. Text that stays in the field is no target.</p>
        )}
      </div>
    </section>
  );
}
