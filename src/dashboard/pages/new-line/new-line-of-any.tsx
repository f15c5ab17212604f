import { useState } from 'react';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { CampaignField, type OwnCampaign } from './campaign-field.tsx';
import { firstLine } from './line-draft.ts';
import { LineForm } from './line-form.tsx';

/** A line of a campaign that is chosen first. */
export const NewLineOfAny = () => (
  <DialogButton name="New line" title="New line" className="primary" wide>
    {() => <OfCampaign />}
  </DialogButton>
);

function OfCampaign() {
  const [campaign, setCampaign] = useState<OwnCampaign>();
  return (
    <div className="form">
      <CampaignField chosen={campaign} onChoose={setCampaign} />
      {campaign && (
        <LineForm key={campaign.id} campaign={campaign} initial={firstLine(campaign.advertiser.timezone)} />
      )}
    </div>
  );
}
