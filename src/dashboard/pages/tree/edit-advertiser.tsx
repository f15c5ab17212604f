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
import { DialogButton } from '../../parts/dialog-button.tsx';
import {
  type AdvertiserTexts,
  createInputOf,
  fieldsOf,
  newFieldsOf,
  storedOf,
  updateInputOf,
} from './advertiser-fields.ts';

interface Props {
  readonly advertiser: DashboardAdvertiserFieldsFragment;
}

/** The advertiser's own values, in a form. Its currency and its time zone stay as they are. */
export function EditAdvertiser({ advertiser }: Props) {
  return (
    <DialogButton name="Edit" title="Edit the advertiser" wide>
      {(close) => <Form advertiser={advertiser} onDone={close} />}
    </DialogButton>
  );
}

/** What the service offers to choose from; asked when a form opens. */
const useChoices = () => useRead(DashboardAdvertiserChoicesDocument, {}).result.data?.dictionary;

function Form({ advertiser, onDone }: Props & { readonly onDone: () => void }) {
  const draft = useDraft({
    document: DashboardUpdateAdvertiserDocument,
    resultOf: ({ updateAdvertiser }) => updateAdvertiser,
    latest: advertiser,
    initial: {} as AdvertiserTexts,
    inputOf: updateInputOf,
  });
  const fields = fieldsOf(useChoices());
  const stored = storedOf(advertiser);
  return (
    <DraftForm
      draft={draft}
      theirs={differencesOf(storedOf(draft.opened), stored)}
      hasField={among(fields)}
      onDone={onDone}
    >
      <DraftFields fields={fields} stored={stored} draft={draft} />
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
  const fields = newFieldsOf(useChoices());
  const draft = useDraft({
    document: DashboardCreateAdvertiserDocument,
    resultOf: ({ createAdvertiser }) => createAdvertiser,
    latest: undefined,
    initial: { status: 'ACTIVE', billingPrice: '0' } as AdvertiserTexts,
    inputOf: createInputOf,
  });
  return (
    <DraftForm
      draft={draft}
      hasField={among(fields)}
      onDone={({ advertiser }) =>
        void navigate({ to: '/advertisers/$id', params: { id: String(advertiser.databaseId) } })
      }
    >
      <DraftFields fields={fields} stored={{}} draft={draft} />
    </DraftForm>
  );
}
