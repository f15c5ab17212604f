import { useRead } from '../../../api/use-read.ts';
import { differencesOf } from '../../../edit/differences-of.ts';
import { DraftForm } from '../../../edit/draft-form.tsx';
import { useDraft } from '../../../edit/use-draft.ts';
import { DashboardLineListsDocument, DashboardUpdateTargetingDocument } from '../../../generated/graphql.ts';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import type { LineFound } from '../line.tsx';
import { CopyTargeting } from './copy-targeting.tsx';
import { FunnelFields } from './funnel-fields.tsx';
import { parentsOf } from './place-name.ts';
import { PlaceSearch } from './place-search.tsx';
import { factsOf, inputOf, NOTHING, type Place, type TargetingChange, toggled } from './targeting-change.ts';

interface Props {
  readonly line: LineFound;
}

const KINDS = [
  ['added', 'Target'],
  ['excluded', 'Exclude'],
] as const;

/** Where a line delivers, on which sites it does not, and to whom by what they did with products, in a form. */
export function EditTargeting({ line }: Props) {
  return (
    <DialogButton name="Edit targeting" title="Edit targeting" wide>
      {(close) => <Form line={line} onDone={close} />}
    </DialogButton>
  );
}

function Form({ line, onDone }: Props & { readonly onDone: () => void }) {
  const draft = useDraft({
    document: DashboardUpdateTargetingDocument,
    resultOf: ({ updateTargeting }) => updateTargeting,
    latest: line,
    initial: NOTHING,
    inputOf,
  });
  const { values, set, issues } = draft;
  const { data } = useRead(DashboardLineListsDocument, { id: line.advertiser.id }).result;
  const { geos, excludedGeos } = line.targeting;
  const take = (kind: 'added' | 'excluded', place: Place) =>
    set({
      ...values,
      added: values.added.filter(({ woeid }) => woeid !== place.woeid),
      excluded: values.excluded.filter(({ woeid }) => woeid !== place.woeid),
      removed: values.removed.filter((woeid) => woeid !== place.woeid),
      [kind]: [...values[kind].filter(({ woeid }) => woeid !== place.woeid), place],
    });
  return (
    <DraftForm
      draft={draft}
      lastChange={line.history.nodes[0]}
      theirs={differencesOf(factsOf(draft.opened), factsOf(line))}
      hasField={(path) => /^geos\.(added|excluded)/.test(path)}
      onDone={onDone}
    >
      <PlaceSearch kinds={KINDS} onTake={take} />
      <CopyTargeting line={line} onCopy={set} />
      <Places title="Targeted" stored={geos} kind="added" values={values} onChange={set} issues={issues} />
      <Places
        title="Excluded"
        stored={excludedGeos}
        kind="excluded"
        values={values}
        onChange={set}
        issues={issues}
      />
      <Lists line={line} lists={data?.advertiser?.nativeLists.nodes ?? []} values={values} onChange={set} />
      {data && (
        <FunnelFields
          productSets={data.advertiser?.productSets.nodes ?? []}
          stored={line.targeting.funnelAttributes}
          chosen={values.funnels}
          onChange={(funnels) => set({ ...values, funnels })}
        />
      )}
    </DraftForm>
  );
}

interface PlacesProps {
  readonly title: string;
  readonly stored: readonly Place[];
  readonly kind: 'added' | 'excluded';
  readonly values: TargetingChange;
  readonly onChange: (values: TargetingChange) => void;
  readonly issues: ReadonlyMap<string, string>;
}

/** Places with a switch each, so that one can be taken back before anything is saved. */
function Places({ title, stored, kind, values, onChange, issues }: PlacesProps) {
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

interface ListsProps extends Props, Pick<PlacesProps, 'values' | 'onChange'> {
  readonly lists: readonly { readonly id: string; readonly name: string }[];
}

/** The advertiser's lists of sites and apps; a checked one is blocked. */
function Lists({ line, lists: active, values, onChange }: ListsProps) {
  const blocked = line.targeting.nativeLists;
  const lists = [...blocked, ...active.filter(({ id }) => blocked.every((list) => list.id !== id))];
  if (lists.length === 0) return null;
  return (
    <fieldset>
      <legend>Blocked lists</legend>
      {lists.map(({ id, name }) => {
        const isStored = blocked.some((list) => list.id === id);
        const which = isStored ? 'unblocked' : 'blocked';
        return (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={isStored !== values[which].includes(id)}
              onChange={() => onChange({ ...values, [which]: toggled(values[which], id) })}
            />
            <bdi>{name}</bdi>
          </label>
        );
      })}
    </fieldset>
  );
}
