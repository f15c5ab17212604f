import { useState } from 'react';
import { together } from '../../api/in-calls.ts';
import {
  type DashboardCampaignRowFragment,
  DashboardUpdateCampaignsDocument,
} from '../../generated/graphql.ts';
import { counted } from '../../parts/format.ts';
import {
  type BulkChange,
  CAMPAIGN_WHAT,
  type CampaignWhat,
  doneWith,
  isComplete,
  NOTHING,
} from './bulk-change.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { ChangeFields, currencyNotes, Notes, roundingNotes } from './bulk-fields.tsx';
import { BulkForm } from './bulk-form.tsx';
import { campaignInput, withoutAmount } from './campaign-change.ts';

interface Props {
  readonly campaigns: readonly DashboardCampaignRowFragment[];
  readonly onDone: () => void;
}

const UPDATE = together(DashboardUpdateCampaignsDocument);

/** One change for the selected campaigns. */
export function BulkCampaigns({ campaigns, onDone }: Props) {
  return (
    <BulkDialog what="campaign" rows={campaigns} onDone={onDone}>
      {(opened) => <Form campaigns={opened} />}
    </BulkDialog>
  );
}

function Form({ campaigns }: Pick<Props, 'campaigns'>) {
  const [change, setChange] = useState<BulkChange<CampaignWhat>>(NOTHING);
  const { what } = change;
  const without = withoutAmount(campaigns, change);
  const notes = [
    ...currencyNotes(campaigns, change),
    ...roundingNotes(change),
    ...(without > 0 ? [`${counted(without, 'campaign')} without such a budget stay as they are.`] : []),
  ];
  return (
    <BulkForm
      rows={campaigns.map((campaign) => ({ ...campaign, currency: campaign.advertiser.currency }))}
      noun="campaign"
      textOf={(rows) => (what ? doneWith(rows, what) : rows)}
      verb={UPDATE}
      inputs={isComplete(change) ? campaigns.map((campaign) => campaignInput(campaign, change)) : undefined}
    >
      <ChangeFields choices={CAMPAIGN_WHAT} change={change} onChange={setChange} />
      <Notes notes={notes} />
    </BulkForm>
  );
}
