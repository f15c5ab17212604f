import { BlockedLists } from './blocked-lists.tsx';
import { CopyTargeting } from './copy-targeting.tsx';
import { FunnelFields } from './funnel-fields.tsx';
import { PlaceSearch } from './place-search.tsx';
import { Places } from './places.tsx';
import { Reach } from './reach.tsx';
import { changedTargets, type Place, type TargetingChange, type Targets } from './targeting-change.ts';
import { useOwnTargets } from './use-own-targets.ts';

interface Props {
  readonly owner: { readonly id: string; readonly name: string };
  /** Whose targets they are; undefined while the line is not there yet. */
  readonly lineId?: string;
  readonly stored: Targets;
  readonly values: TargetingChange;
  readonly issues: ReadonlyMap<string, string>;
  readonly onChange: (values: TargetingChange) => void;
  /** Whether the form says elsewhere whom the line will reach. */
  readonly isSummedUp?: boolean;
}

const KINDS = [
  ['added', 'Target'],
  ['excluded', 'Exclude'],
] as const;

/** Where a line delivers, on which sites it does not, and to whom by what they did with products. */
export function TargetingFields(props: Props) {
  const { owner, lineId, stored, values, issues, onChange, isSummedUp = false } = props;
  const { isThere, lists, productSets, nameOf } = useOwnTargets(owner.id);
  const take = (kind: 'added' | 'excluded', place: Place) => {
    const without = (places: readonly Place[]) => places.filter(({ woeid }) => woeid !== place.woeid);
    const others = { added: without(values.added), excluded: without(values.excluded) };
    const isStored = (kind === 'added' ? stored.geos : stored.excludedGeos).some(
      ({ woeid }) => woeid === place.woeid,
    );
    onChange({
      ...values,
      ...others,
      removed: values.removed.filter((woeid) => woeid !== place.woeid),
      ...(!isStored && { [kind]: [...others[kind], place] }),
      placeText: '',
    });
  };
  const part = { values, onChange, issues };
  return (
    <>
      <fieldset className="field-group">
        <legend>Places</legend>
        <div className="stack">
          <PlaceSearch
            kinds={KINDS}
            onTake={take}
            text={values.placeText ?? ''}
            onText={(placeText) => onChange({ ...values, placeText })}
          />
          <Places title="Targeted" stored={stored.geos} kind="added" {...part} />
          <Places title="Excluded" stored={stored.excludedGeos} kind="excluded" {...part} />
        </div>
      </fieldset>
      {lists.length + stored.nativeLists.length > 0 && (
        <BlockedLists stored={stored.nativeLists} lists={lists} values={values} onChange={onChange} />
      )}
      {isThere && (
        <FunnelFields
          productSets={productSets}
          stored={stored.funnelAttributes}
          chosen={values.funnels}
          onChange={(funnels) => onChange({ ...values, funnels })}
        />
      )}
      <CopyTargeting
        owner={owner}
        stored={stored}
        onCopy={onChange}
        {...(lineId !== undefined && { lineId })}
      />
      {!isSummedUp && (
        <Reach
          targets={changedTargets(stored, values, lists)}
          placeText={values.placeText ?? ''}
          nameOf={nameOf}
        />
      )}
    </>
  );
}
