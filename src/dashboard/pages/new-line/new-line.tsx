import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { firstLine } from './line-draft.ts';
import { LineForm, type LineOwner } from './line-form.tsx';

interface Props {
  readonly campaign: {
    readonly id: string;
    readonly advertiser: LineOwner;
  };
}

/** A line that is not there yet, paused until it is activated; its page opens once it is. */
export const NewLine = ({ campaign }: Props) => (
  <DialogButton name="New line" title="New line" className="primary" wide>
    {() => <LineForm campaign={campaign} initial={firstLine(campaign.advertiser.timezone)} />}
  </DialogButton>
);
