import { type TargetingChange, type Targets, toggled } from './targeting-change.ts';

type Lists = Targets['nativeLists'];

interface Props {
  /** Blocked by the line as it is. */
  readonly stored: Lists;
  /** Of the advertiser, which can be blocked. */
  readonly lists: Lists;
  readonly values: TargetingChange;
  readonly onChange: (values: TargetingChange) => void;
}

/** The advertiser's lists of sites and apps; a checked one is blocked. */
export function BlockedLists({ stored, lists, values, onChange }: Props) {
  const all = [...stored, ...lists.filter(({ id }) => stored.every((list) => list.id !== id))];
  return (
    <fieldset className="field-group">
      <legend>Sites and apps</legend>
      <div className="stack">
        <p className="muted">All are bought, but those of the lists that are checked.</p>
        <div className="checks">
          {all.map(({ id, name }) => {
            const isStored = stored.some((list) => list.id === id);
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
        </div>
      </div>
    </fieldset>
  );
}
