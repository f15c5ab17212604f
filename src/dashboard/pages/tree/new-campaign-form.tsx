import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { among, notNumbers, type Texts } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { useDraft } from '../../edit/use-draft.ts';
import { DashboardCreateCampaignDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { type CampaignField, chosenOf, FIELDS, Fields, NEW_GROUPS, type Owner } from './edit-campaign.tsx';

interface NewProps {
  readonly advertiser: Owner & { readonly id: string };
}

/** A campaign that is not there yet; its page opens once it is. */
export function NewCampaign({ advertiser }: NewProps) {
  return (
    <DialogButton name="New campaign" title="New campaign" className="primary" wide>
      {() => <NewCampaignForm advertiser={advertiser} />}
    </DialogButton>
  );
}

interface FormProps extends NewProps {
  /** What stands there at first, and can be stored as it is. */
  readonly initial?: Texts<CampaignField>;
  /** What is made in it before its page opens. */
  readonly onMade?: (campaignId: string) => Promise<void>;
  readonly children?: ReactNode;
}

export function NewCampaignForm({ advertiser, initial, onMade, children }: FormProps) {
  const navigate = useNavigate();
  const draft = useDraft({
    document: DashboardCreateCampaignDocument,
    resultOf: ({ createCampaign }) => createCampaign,
    latest: advertiser.id,
    initial: initial ?? ({ name: null, status: 'PAUSED' } as Texts<CampaignField>),
    isComplete: initial !== undefined,
    inputOf: ({ name, ...values }, advertiserId) => ({ ...chosenOf(values), name: name ?? '', advertiserId }),
    check: (values) => notNumbers(FIELDS, values),
  });
  return (
    <DraftForm
      draft={draft}
      hasField={among(FIELDS)}
      currency={advertiser.currency}
      timeZone={advertiser.timezone}
      onDone={async ({ campaign }) => {
        const id = String(campaign.databaseId);
        await onMade?.(`Campaign:${id}`);
        void navigate({ to: '/campaigns/$id', params: { id } });
      }}
    >
      <Fields groups={NEW_GROUPS} stored={{}} draft={draft} owner={advertiser} />
      {children}
    </DraftForm>
  );
}
