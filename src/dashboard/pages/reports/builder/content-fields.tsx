import { groupsOf, isOffered } from './bidding.ts';
import type { FieldsProps } from './builder-fields.tsx';
import { CheckList } from './controls.tsx';

interface Props extends FieldsProps {
  readonly onBidding: (isBidding: boolean) => void;
}

/** By what rows are grouped, and what is measured. */
export function ContentFields({ catalog, draft, onChange: set, onBidding }: Props) {
  const { isBidding } = draft;
  const groups = groupsOf(catalog.metrics.filter(({ id }) => isOffered('metrics', id, isBidding)));
  return (
    <>
      <CheckList
        legend="Group by"
        entries={catalog.dimensions.filter(({ id }) => isOffered('dimensions', id, isBidding))}
        chosen={draft.dimensions}
        onChange={(dimensions) => set({ dimensions })}
      />
      <fieldset className="measures">
        <legend>Measure</legend>
        {groups.map(({ name, metrics }) => (
          <CheckList
            key={name}
            legend={name}
            entries={metrics}
            chosen={draft.metrics}
            onChange={(metrics) => set({ metrics })}
          />
        ))}
        <label className="check">
          <input type="checkbox" checked={isBidding} onChange={({ target }) => onBidding(target.checked)} />
          Bidding data
        </label>
        <p className="muted small">
          {isBidding
            ? 'Requests, responses, impressions and the win rate, by advertiser, campaign, line and package. Without it, your earlier choices are back.'
            : 'Measures requests, responses and the win rate instead of clicks, spend and conversions.'}
        </p>
      </fieldset>
    </>
  );
}
