import { useNavigate } from '@tanstack/react-router';
import { useRead } from '../../../api/use-read.ts';
import { among, DraftFields, type FieldOf, type Texts } from '../../../edit/draft-fields.tsx';
import { DraftForm } from '../../../edit/draft-form.tsx';
import { enumValue } from '../../../edit/enum-value.ts';
import { useDraft } from '../../../edit/use-draft.ts';
import {
  DashboardCreateNativeListDocument,
  DashboardListOwnersDocument,
  NativeListStatus,
} from '../../../generated/graphql.ts';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { Waiting } from '../../../parts/waiting.tsx';
import { ITEMS_LABEL, itemIssue, itemsIn } from './native-items.ts';

type Name = 'advertiserId' | 'name' | 'status' | 'items';
type Owner = readonly [id: string, name: string];

/** A list that is not there yet; its page opens once it is. */
export function NewNativeList() {
  return (
    <DialogButton name="New list" title="New native list" className="primary" wide>
      {() => <Owners />}
    </DialogButton>
  );
}

/** Whose list it may be. */
function Owners() {
  const read = useRead(DashboardListOwnersDocument, {});
  const { data, error } = read.result;
  if (error && !data) return <ProblemNote read={read} />;
  if (!data) return <Waiting />;
  return <Form owners={data.advertisers.nodes.map(({ id, name }) => [id, name] as const)} />;
}

const fieldsOf = (owners: readonly Owner[]): readonly FieldOf<Name>[] => [
  { name: 'advertiserId', label: 'Advertiser', choices: [['', 'Choose an advertiser'], ...owners] },
  { name: 'name' },
  { name: 'status', choices: Object.values(NativeListStatus) },
  { name: 'items', label: ITEMS_LABEL, isLong: true, rows: 8 },
];

function Form({ owners }: { readonly owners: readonly Owner[] }) {
  const navigate = useNavigate();
  const fields = fieldsOf(owners);
  const draft = useDraft({
    document: DashboardCreateNativeListDocument,
    resultOf: ({ createNativeList }) => createNativeList,
    latest: owners,
    initial: { status: NativeListStatus.Active } as Texts<Name>,
    inputOf: ({ advertiserId, name, status, items }) => ({
      advertiserId: advertiserId ?? '',
      name: name ?? '',
      status: enumValue(NativeListStatus, status) ?? NativeListStatus.Active,
      items: itemsIn(items ?? ''),
    }),
    check: ({ advertiserId }) => new Map(advertiserId ? [] : [['advertiserId', 'advertiserId is required']]),
  });
  return (
    <DraftForm
      draft={draft}
      hasField={among(fields)}
      issueText={(path, text) => itemIssue(draft.values.items ?? '', path, text)}
      save="Create"
      onDone={({ nativeList }) =>
        void navigate({
          to: '/library/$kind/$id',
          params: { kind: 'lists', id: String(nativeList.databaseId) },
        })
      }
    >
      <DraftFields fields={fields} stored={{}} draft={draft} />
    </DraftForm>
  );
}
