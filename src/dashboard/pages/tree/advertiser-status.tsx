import { StatusChoices, type WithStatus } from '../../edit/status-choices.tsx';
import { AdvertiserStatus, DashboardUpdateAdvertiserDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { words } from '../../parts/words.ts';

const CHOICES = [
  [AdvertiserStatus.Active, 'Lines that are active themselves go on.'],
  [AdvertiserStatus.Inactive, 'None of its lines delivers until you activate it again.'],
] as const;

/** Takes an advertiser with all of its lines in or out of delivery. */
export const AdvertiserStatusMenu = ({ advertiser }: { readonly advertiser: WithStatus }) => (
  <DialogButton name={`${words(advertiser.status)} ▾`} title="Change status" near>
    {(close) => (
      <StatusChoices
        of={advertiser}
        choices={CHOICES}
        document={DashboardUpdateAdvertiserDocument}
        resultOf={({ updateAdvertiser }) => updateAdvertiser}
        inputOf={(input) => input}
        onDone={close}
      />
    )}
  </DialogButton>
);
