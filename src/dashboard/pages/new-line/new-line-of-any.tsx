import { useState } from 'react';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { CampaignField, type OwnCampaign } from './campaign-field.tsx';
import { firstLine } from './line-draft.ts';
import { LineForm } from './line-form.tsx';

interface Props {
  /** Whose campaigns can be chosen; those of all unless given. */
  readonly advertiserId?: string;
}

/** A line of a campaign that is chosen first. */
export const NewLineOfAny = (props: Props) => (
  <DialogButton name="New line" title="New line" className="primary" wide>
    {() => <OfCampaign {...props} />}
  </DialogButton>
);

function OfCampaign({ advertiserId }: Props) {
  const [campaign, setCampaign] = useState<OwnCampaign>();
  return (
    <div className="form">
      <CampaignField chosen={campaign} onChoose={setCampaign} {...(advertiserId && { advertiserId })} />
      {campaign && (
        <LineForm key={campaign.id} campaign={campaign} initial={firstLine(campaign.advertiser.timezone)} />
      )}
    </div>
  );
}
