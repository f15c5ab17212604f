import { useNavigate } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { differencesOf } from '../../edit/differences-of.ts';
import { among, DraftFields } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { useDraft } from '../../edit/use-draft.ts';
import {
  DashboardAdvertiserChoicesDocument,
  type DashboardAdvertiserFieldsFragment,
  DashboardCreateAdvertiserDocument,
  DashboardUpdateAdvertiserDocument,
} from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { useViewer } from '../../shell/viewer.ts';
import { type AdvertiserTexts, type FieldGroup, groupsOf, NO_CATEGORY } from './advertiser-fields.ts';
import { createInputOf, storedOf, updateInputOf, withCategory } from './advertiser-input.ts';

interface Props {
  readonly advertiser: DashboardAdvertiserFieldsFragment;
}

/** The advertiser's own values, in a form. Its currency and its time zone stay as they are. */
export function EditAdvertiser({ advertiser }: Props) {
  return (
    <DialogButton name="Edit" title="Edit advertiser" wide>
      {(close) => <Form advertiser={advertiser} onDone={close} />}
    </DialogButton>
  );
}

/** The groups of fields, with what the service offers to choose from; asked when a form opens. */
function useGroups(category: unknown, isNew: boolean): readonly FieldGroup[] {
  const choices = useRead(DashboardAdvertiserChoicesDocument, {}).result.data?.dictionary;
  const hasBilling = useViewer().seat.legalComplianceCountry !== null;
  return groupsOf({ choices, category: category ? String(category) : undefined, isNew, hasBilling });
}

function Form({ advertiser, onDone }: Props & { readonly onDone: () => void }) {
  const draft = useDraft({
    document: DashboardUpdateAdvertiserDocument,
    resultOf: ({ updateAdvertiser }) => updateAdvertiser,
    latest: advertiser,
    initial: {} as AdvertiserTexts,
    inputOf: updateInputOf,
  });
  const groups = useGroups(draft.values.iabCategoryId ?? advertiser.iabCategoryId, false);
  const stored = storedOf(advertiser);
  return (
    <DraftForm
      draft={draft}
      lastChange={advertiser.history.nodes[0]}
      theirs={differencesOf(storedOf(draft.opened), stored)}
      hasField={among(groups.flatMap(({ fields }) => fields))}
      onDone={onDone}
    >
      <Groups groups={groups} stored={stored} draft={draft} />
    </DraftForm>
  );
}

/** An advertiser that is not there yet; its page opens once it is. */
export function NewAdvertiser() {
  return (
    <DialogButton name="New advertiser" title="New advertiser" className="primary" wide>
      {() => <NewForm />}
    </DialogButton>
  );
}

function NewForm() {
  const navigate = useNavigate();
  const draft = useDraft({
    document: DashboardCreateAdvertiserDocument,
    resultOf: ({ createAdvertiser }) => createAdvertiser,
    latest: undefined,
    initial: { status: 'ACTIVE', billingPrice: '0', iabSecondaryCategoryId: NO_CATEGORY } as AdvertiserTexts,
    inputOf: createInputOf,
  });
  const groups = useGroups(draft.values.iabCategoryId, true);
  return (
    <DraftForm
      draft={draft}
      hasField={among(groups.flatMap(({ fields }) => fields))}
      onDone={({ advertiser }) =>
        void navigate({ to: '/advertisers/$id', params: { id: String(advertiser.databaseId) } })
      }
    >
      <Groups groups={groups} stored={{}} draft={draft} />
    </DraftForm>
  );
}

interface GroupsProps {
  readonly groups: readonly FieldGroup[];
  readonly stored: Record<string, unknown>;
  readonly draft: {
    readonly values: AdvertiserTexts;
    readonly issues: ReadonlyMap<string, string>;
    set(values: AdvertiserTexts): void;
  };
}

function Groups({ groups, stored, draft: { values, issues, set } }: GroupsProps) {
  const draft = { values, issues, set: (next: AdvertiserTexts) => set(withCategory(values, next)) };
  return groups.map(({ title, fields }) => (
    <DraftFields key={title ?? ''} fields={fields} stored={stored} draft={draft} {...(title && { title })} />
  ));
}
