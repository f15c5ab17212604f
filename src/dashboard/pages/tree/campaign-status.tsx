import { StatusChoices, type WithStatus } from '../../edit/status-choices.tsx';
import { CampaignStatus, DashboardUpdateCampaignDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { words } from '../../parts/words.ts';

interface Props {
  readonly campaign: WithStatus;
}

const CHOICES = [
  [CampaignStatus.Active, 'Lines that are active themselves go on.'],
  [CampaignStatus.Paused, 'None of its lines delivers until you activate it again.'],
] as const;

/** Pauses and activates a campaign. One that is deleted stays so. */
export const CampaignStatusMenu = ({ campaign }: Props) => (
  <DialogButton name={`${words(campaign.status)} ▾`} title="Change status" near>
    {(close) => <CampaignStatusChoices campaign={campaign} onDone={close} />}
  </DialogButton>
);

export const CampaignStatusChoices = ({ campaign, onDone }: Props & { readonly onDone: () => void }) => (
  <StatusChoices
    of={campaign}
    choices={CHOICES}
    document={DashboardUpdateCampaignDocument}
    resultOf={({ updateCampaign }) => updateCampaign}
    inputOf={(input) => input}
    onDone={onDone}
  />
);
