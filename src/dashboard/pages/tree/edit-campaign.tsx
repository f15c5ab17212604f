import { useNavigate } from '@tanstack/react-router';
import { differencesOf, pick } from '../../edit/differences-of.ts';
import { among, DraftFields, type FieldOf, notNumbers, type Texts } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { enumValue, orNone } from '../../edit/enum-value.ts';
import { useDraft } from '../../edit/use-draft.ts';
import {
  CampaignBudgetType,
  CampaignChannel,
  CampaignObjective,
  CampaignStatus,
  type DashboardCampaignFieldsFragment,
  DashboardCreateCampaignDocument,
  DashboardUpdateCampaignDocument,
} from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialog-button.tsx';

const NAMES = ['name', 'status', 'budget', 'budgetType', 'objective', 'channel', 'language'] as const;
type Name = (typeof NAMES)[number];

const fieldsOf = (statuses: readonly string[]): readonly FieldOf<Name>[] => [
  { name: 'name' },
  { name: 'status', choices: statuses },
  { name: 'budget', isNumber: true },
  { name: 'budgetType', choices: orNone(CampaignBudgetType) },
  { name: 'objective', choices: orNone(CampaignObjective) },
  { name: 'channel', choices: Object.values(CampaignChannel) },
  { name: 'language' },
];
const FIELDS = fieldsOf(Object.values(CampaignStatus));
const NEW_FIELDS = fieldsOf(['ACTIVE', 'PAUSED']);

/** What was typed and chosen, as the service takes it. */
const chosenOf = ({ status, budgetType, objective, channel, ...texts }: Texts<Name>) => ({
  ...texts,
  status: enumValue(CampaignStatus, status),
  budgetType: enumValue(CampaignBudgetType, budgetType),
  objective: enumValue(CampaignObjective, objective),
  channel: enumValue(CampaignChannel, channel),
});

type Found = DashboardCampaignFieldsFragment & { readonly advertiser: { readonly currency: string } };

/** The campaign's own values, in a form. */
export function EditCampaign({ campaign }: { readonly campaign: Found }) {
  return (
    <DialogButton name="Edit" title="Edit campaign">
      {(close) => <Form campaign={campaign} onDone={close} />}
    </DialogButton>
  );
}

function Form(props: { campaign: Found; onDone: () => void }) {
  const { campaign, onDone } = props;
  const draft = useDraft({
    document: DashboardUpdateCampaignDocument,
    resultOf: ({ updateCampaign }) => updateCampaign,
    latest: campaign,
    initial: {} as Texts<Name>,
    inputOf: (values, { id, updatedAt }) => ({ ...chosenOf(values), id, updatedAt }),
    check: (values) => notNumbers(FIELDS, values),
  });
  const theirs = differencesOf(pick(draft.opened, NAMES), pick(campaign, NAMES));
  return (
    <DraftForm
      draft={draft}
      lastChange={campaign.history.nodes[0]}
      theirs={theirs}
      hasField={among(FIELDS)}
      currency={campaign.advertiser.currency}
      onDone={onDone}
    >
      <DraftFields fields={FIELDS} stored={campaign} draft={draft} />
    </DraftForm>
  );
}

/** A campaign that is not there yet; its page opens once it is. */
export function NewCampaign({ advertiserId }: { readonly advertiserId: string }) {
  return (
    <DialogButton name="New campaign" title="New campaign" className="primary">
      {() => <NewForm advertiserId={advertiserId} />}
    </DialogButton>
  );
}

function NewForm({ advertiserId }: { advertiserId: string }) {
  const navigate = useNavigate();
  const draft = useDraft({
    document: DashboardCreateCampaignDocument,
    resultOf: ({ createCampaign }) => createCampaign,
    latest: advertiserId,
    initial: { name: null, status: 'PAUSED' } as Texts<Name>,
    inputOf: ({ name, ...values }, advertiserId) => ({ ...chosenOf(values), name: name ?? '', advertiserId }),
    check: (values) => notNumbers(FIELDS, values),
  });
  return (
    <DraftForm
      draft={draft}
      hasField={among(NEW_FIELDS)}
      onDone={({ campaign }) =>
        void navigate({ to: '/campaigns/$id', params: { id: String(campaign.databaseId) } })
      }
    >
      <DraftFields fields={NEW_FIELDS} stored={{}} draft={draft} />
    </DraftForm>
  );
}
