import type { Refusal } from '../../api/outcome.ts';
import { DraftForm } from '../../edit/draft-form.tsx';
import { useDraft } from '../../edit/use-draft.ts';
import {
  type DashboardBlockerFragment,
  DashboardUpdateAdvertiserDocument,
  DashboardUpdateCampaignDocument,
  DashboardUpdateLineDocument,
  type TypedDocumentString,
} from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { lower } from '../../parts/words.ts';
import type { Written } from '../../undo/undoable.ts';

type Node = NonNullable<DashboardBlockerFragment['node']>;
/** What can be switched on. */
export type Switched = Extract<Node, { readonly __typename: 'Advertiser' | 'Campaign' | 'Line' }>;

export const isSwitched = (node: Node | null | undefined): node is Switched =>
  node !== null &&
  node !== undefined &&
  (node.__typename === 'Advertiser' || node.__typename === 'Campaign' || node.__typename === 'Line');

/** The button that switches on what stops something else, after the service has said what that changes. */
export function Activate({ node }: { readonly node: Switched }) {
  const name = `Activate ${lower(node.__typename)}`;
  return (
    <DialogButton name={name} title={name}>
      {(close) => <Form node={node} onDone={close} />}
    </DialogButton>
  );
}

interface FormProps {
  readonly node: Switched;
  readonly onDone: () => void;
}

function Form(props: FormProps) {
  switch (props.node.__typename) {
    case 'Advertiser':
      return (
        <StatusForm
          {...props}
          document={DashboardUpdateAdvertiserDocument}
          resultOf={({ updateAdvertiser }) => updateAdvertiser}
        />
      );
    case 'Campaign':
      return (
        <StatusForm
          {...props}
          document={DashboardUpdateCampaignDocument}
          resultOf={({ updateCampaign }) => updateCampaign}
        />
      );
    case 'Line':
      return (
        <StatusForm
          {...props}
          document={DashboardUpdateLineDocument}
          resultOf={({ updateLine }) => updateLine}
        />
      );
  }
}

interface Input {
  readonly id: string;
  readonly updatedAt: string;
  readonly status: 'ACTIVE';
}
interface StatusFormProps<Data, Result> extends FormProps {
  readonly document: TypedDocumentString<Data, { input: Input; validateOnly: boolean }>;
  readonly resultOf: (data: Data) => Result;
}

function StatusForm<Data, Result extends Written | Refusal>({
  node,
  document,
  resultOf,
  onDone,
}: StatusFormProps<Data, Result>) {
  const draft = useDraft({
    ...{ document, resultOf },
    latest: node,
    initial: 'ACTIVE' as const,
    isComplete: true,
    inputOf: (status, { id, updatedAt }) => ({ id, updatedAt, status }),
  });
  return (
    <DraftForm draft={draft} hasField={() => false} save="Activate" onDone={onDone}>
      <p>
        <bdi>{node.name}</bdi>
      </p>
    </DraftForm>
  );
}
