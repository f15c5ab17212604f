import { DraftForm } from '../../../edit/draft-form.tsx';
import { useDraft } from '../../../edit/use-draft.ts';
import { DashboardUpdateBidsDocument } from '../../../generated/graphql.ts';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import { Field } from '../../../parts/fields/field.tsx';
import type { LineFound } from '../line.tsx';
import { multipliedBid } from './multiplied-bid.ts';
import {
  factorIssues,
  keyOf,
  NO_BIDS,
  type SiteBids,
  siteBidsInput,
  type Target,
} from './site-bids-input.ts';
import { TargetSearch } from './target-search.tsx';
import { useTargetNames } from './use-target-names.ts';

interface Props {
  readonly line: LineFound;
}

/** Factors of the bid by site, site group, device and supply, in a form. */
export const EditSiteBids = ({ line }: Props) => (
  <DialogButton name="Edit bids" label="Edit bids by site and device" title="Bids by site and device" wide>
    {(close) => <Form line={line} onDone={close} />}
  </DialogButton>
);

/** More than nothing, so that it is seen what a factor does. */
const FIRST_FACTOR = '1.2';

function Form({ line, onDone }: Props & { readonly onDone: () => void }) {
  const draft = useDraft({
    document: DashboardUpdateBidsDocument,
    resultOf: ({ updateBidMultipliers }) => updateBidMultipliers,
    latest: line,
    initial: NO_BIDS,
    inputOf: siteBidsInput,
    check: factorIssues,
  });
  const { values, issues, set } = draft;
  const stored = draft.opened.siteBids.nodes;
  const nameOf = useTargetNames(stored);
  const known = new Set([
    ...stored.map(({ targetType, targetValue }) => keyOf(targetType, targetValue)),
    ...values.added.map(({ key }) => key),
  ]);
  const add = (targets: readonly Target[]) =>
    set({
      ...values,
      added: [
        ...values.added,
        ...targets
          .filter(({ key }) => !known.has(key))
          .map((target) => ({ ...target, factor: FIRST_FACTOR })),
      ],
    });
  const edit = (id: string, factor: string | null) =>
    set({ ...values, edited: { ...values.edited, [id]: factor } });
  return (
    <DraftForm
      draft={draft}
      lastChange={line.history.nodes[0]}
      hasField={(path) => factorIssues(values).has(path)}
      onDone={onDone}
    >
      <TargetSearch known={known} onAdd={add} />
      <ul className="site-bids" aria-label="Factors">
        {stored.map((bid) => {
          const typed = values.edited[bid.id];
          return (
            <Factor
              key={bid.id}
              line={line}
              name={nameOf(bid)}
              factor={typed === undefined ? String(bid.multiplier) : typed}
              issue={issues.get(bid.id)}
              onChange={(factor) => edit(bid.id, factor)}
              onRemove={() => (typed === null ? edit(bid.id, String(bid.multiplier)) : edit(bid.id, null))}
            />
          );
        })}
        {values.added.map(({ key, name, factor }) => (
          <Factor
            key={key}
            line={line}
            name={name}
            factor={factor}
            issue={issues.get(key)}
            onChange={(factor) => set({ ...values, added: changed(values.added, key, factor) })}
            onRemove={() => set({ ...values, added: values.added.filter((each) => each.key !== key) })}
          />
        ))}
      </ul>
      <p className="muted small">
        A factor multiplies the line’s bid there, beside that of the hour. 1 leaves the bid unchanged; a line
        cannot be limited to a device.
      </p>
    </DraftForm>
  );
}

const changed = (added: SiteBids['added'], key: string, factor: string) =>
  added.map((each) => (each.key === key ? { ...each, factor } : each));

interface FactorProps extends Props {
  readonly name: string;
  /** Null once it is removed. */
  readonly factor: string | null;
  readonly issue: string | undefined;
  readonly onChange: (factor: string) => void;
  readonly onRemove: () => void;
}

function Factor({ line, name, factor, issue, onChange, onRemove }: FactorProps) {
  const bid = factor !== null && Number(factor) > 0 ? multipliedBid(line, Number(factor)) : undefined;
  return (
    <li className={factor === null ? 'gone' : undefined}>
      {factor === null ? (
        <bdi>{name}</bdi>
      ) : (
        <Field
          label={name}
          unit="×"
          value={factor}
          issue={issue}
          onChange={onChange}
          {...(bid && { suffix: `= ${bid}` })}
        />
      )}
      <button type="button" aria-label={`${factor === null ? 'Keep' : 'Remove'} ${name}`} onClick={onRemove}>
        {factor === null ? 'Keep' : 'Remove'}
      </button>
    </li>
  );
}
