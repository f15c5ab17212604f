import type { FieldOf } from '../../edit/field-of.ts';
import { ValueForm } from '../../edit/value-form.tsx';
import { DashboardUpdateLineDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { BidNote } from './bid-note.tsx';
import { type BidTerms, bidUnit, UNIT_HINTS } from './bid-terms.ts';

interface Line extends BidTerms {
  readonly id: string;
  readonly updatedAt: string;
  readonly advertiser: { readonly currency: string };
}

interface Props {
  readonly line: Line;
}

const bidField = ({ goalType }: BidTerms): FieldOf<'bidPrice'> => {
  const unit = bidUnit(goalType);
  return {
    ...{ name: 'bidPrice', label: 'Bid', isNumber: true, isMoney: true, suffix: unit },
    hint: UNIT_HINTS[unit],
  };
};

/** The bid alone, where it is what one would change. */
export const ChangeBid = ({ line }: Props) => (
  <DialogButton name="Change bid" title="Change bid" near>
    {(close) => <BidForm line={line} onDone={close} />}
  </DialogButton>
);

export const BidForm = ({ line, onDone }: Props & { readonly onDone: () => void }) => (
  <ValueForm
    row={line}
    fields={[bidField(line)]}
    currency={line.advertiser.currency}
    document={DashboardUpdateLineDocument}
    resultOf={({ updateLine }) => updateLine}
    inputOf={(values, { id, updatedAt }) => ({ ...values, id, updatedAt })}
    note={(values) => <BidNote terms={{ ...line, ...values }} currency={line.advertiser.currency} />}
    onDone={onDone}
  />
);
