import { differencesOf, pick } from '../../edit/differences-of.ts';
import { among, DraftFields, type FieldOf, notNumbers, type Texts } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { enumValue, orNone } from '../../edit/enum-value.ts';
import { useLanguages } from '../../edit/languages.ts';
import { useDraft } from '../../edit/use-draft.ts';
import {
  CampaignBudgetType,
  CampaignChannel,
  CampaignObjective,
  CampaignStatus,
  DailyBudgetType,
  type DashboardCampaignFieldsFragment,
  DashboardUpdateCampaignDocument,
} from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';

/** What a campaign can be told, in the groups of its form. */
const groupsOf = (statuses: readonly (string | readonly [value: string, name: string])[]) =>
  ({
    '': [
      { name: 'name', isLong: true },
      { name: 'status', choices: statuses },
      { name: 'objective', choices: orNone(CampaignObjective) },
    ],
    Budget: [
      { name: 'budget', isNumber: true, isMoney: true },
      {
        name: 'budgetType',
        label: 'Budget period',
        choices: [
          ['', '–'],
          [CampaignBudgetType.Lifetime, 'The whole campaign'],
          [CampaignBudgetType.Daily, 'Each day'],
        ],
      },
      { name: 'dailyBudget', label: 'Most per day', isNumber: true, isMoney: true },
      {
        name: 'dailyBudgetType',
        label: 'Per day',
        choices: [
          ['', '–'],
          [DailyBudgetType.SpecifiedAmount, 'This amount'],
          [DailyBudgetType.TotalBudget, 'Up to the whole budget'],
          [DailyBudgetType.AutoAllocated, 'Allocated automatically'],
        ],
      },
    ],
    Dates: [
      { name: 'startDate', isMoment: true },
      { name: 'endDate', isMoment: true },
    ],
    'Channel and language': [
      { name: 'channel', choices: Object.values(CampaignChannel) },
      { name: 'language' },
    ],
  }) as const satisfies Readonly<Record<string, readonly FieldOf<string>[]>>;

type Groups = ReturnType<typeof groupsOf>;
export type CampaignField = Groups[keyof Groups][number]['name'];
type Group = readonly [title: string, fields: readonly FieldOf<CampaignField>[]];

const GROUPS: readonly Group[] = Object.entries(
  groupsOf(['ACTIVE', 'PAUSED', ['DELETED', 'Deleted, for good']]),
);
export const NEW_GROUPS: readonly Group[] = Object.entries(groupsOf(['ACTIVE', 'PAUSED']));
export const FIELDS = GROUPS.flatMap(([, fields]) => fields);
const NAMES = FIELDS.map(({ name }) => name);

/** What was typed and chosen, as the service takes it. */
export const chosenOf = ({
  status,
  budgetType,
  dailyBudgetType,
  objective,
  channel,
  ...texts
}: Texts<CampaignField>) => ({
  ...texts,
  status: enumValue(CampaignStatus, status),
  budgetType: enumValue(CampaignBudgetType, budgetType),
  dailyBudgetType: enumValue(DailyBudgetType, dailyBudgetType),
  objective: enumValue(CampaignObjective, objective),
  channel: enumValue(CampaignChannel, channel),
});

export interface Owner {
  readonly currency: string;
  readonly timezone: string;
}

type Found = DashboardCampaignFieldsFragment & { readonly advertiser: Owner };

/** The campaign's own values, in a form. */
export function EditCampaign({ campaign }: { readonly campaign: Found }) {
  return (
    <DialogButton name="Edit" title="Edit campaign" wide>
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
    initial: {} as Texts<CampaignField>,
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
      timeZone={campaign.advertiser.timezone}
      onDone={onDone}
    >
      <Fields groups={GROUPS} stored={campaign} draft={draft} owner={campaign.advertiser} />
    </DraftForm>
  );
}

interface FieldsProps extends Pick<Parameters<typeof DraftFields<CampaignField>>[0], 'stored' | 'draft'> {
  readonly groups: readonly Group[];
  readonly owner: Owner;
}

export function Fields({ groups, stored, draft, owner: { currency, timezone } }: FieldsProps) {
  const withLanguages = useLanguages('code');
  return (
    <>
      {groups.map(([title, fields]) => (
        <DraftFields
          key={title}
          {...{ stored, draft, currency }}
          fields={withLanguages(fields)}
          zone={timezone}
          {...(title && { title })}
        />
      ))}
      <p className="muted">
        Times in {timezone}, amounts in {currency}. Its lines deliver only between its dates, and within its
        budgets.
      </p>
    </>
  );
}
