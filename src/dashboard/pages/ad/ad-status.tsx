import { StatusChoices, type WithStatus } from '../../edit/status-choices.tsx';
import { AdStatus, DashboardUpdateAdDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { words } from '../../parts/words.ts';

interface Props {
  readonly ad: WithStatus;
}

const CHOICES = [
  [AdStatus.Active, 'It delivers while its line does.'],
  [AdStatus.Inactive, 'Its line goes on with others.'],
] as const;

/** Takes an ad in or out of delivery. */
export const AdStatusMenu = ({ ad }: Props) => (
  <DialogButton name={`${words(ad.status)} ▾`} title="Change status" near>
    {(close) => <AdStatusChoices ad={ad} onDone={close} />}
  </DialogButton>
);

export const AdStatusChoices = ({ ad, onDone }: Props & { readonly onDone: () => void }) => (
  <StatusChoices
    of={ad}
    choices={CHOICES}
    document={DashboardUpdateAdDocument}
    resultOf={({ updateAd }) => updateAd}
    inputOf={(input) => input}
    onDone={onDone}
  />
);
