import { useNavigate } from '@tanstack/react-router';
import { outcomeOf } from '../../api/outcome.ts';
import { useWrite } from '../../api/use-write.ts';
import { differencesOf, pick } from '../../edit/differences-of.ts';
import { DraftForm } from '../../edit/draft-form.tsx';
import { enumValue } from '../../edit/enum-value.ts';
import { useDraft } from '../../edit/use-draft.ts';
import {
  DashboardDeleteWebhookDocument,
  DashboardUpdateWebhookDocument,
  type DashboardWebhookQuery,
  WebhookStatus,
} from '../../generated/graphql.ts';
import { AlertNote } from '../../parts/dialogs/alert-note.tsx';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { hasField, WebhookFields, type WebhookTexts } from './webhook-fields.tsx';

interface Props {
  readonly webhook: NonNullable<DashboardWebhookQuery['thing']>;
}

const NAMES = ['url', 'status', 'events', 'advertiserIds'] as const;

export function EditWebhook({ webhook }: Props) {
  return (
    <DialogButton name="Edit" title="Edit webhook" wide>
      {(close) => <Form webhook={webhook} onDone={close} />}
    </DialogButton>
  );
}

function Form({ webhook, onDone }: Props & { readonly onDone: () => void }) {
  const draft = useDraft({
    document: DashboardUpdateWebhookDocument,
    resultOf: ({ updateWebhook }) => updateWebhook,
    latest: webhook,
    initial: {} as WebhookTexts,
    inputOf: ({ url, status, events, advertiserIds }, { id, updatedAt }) => ({
      ...{ id, updatedAt, url, status: enumValue(WebhookStatus, status) },
      ...(events && { events: [...events] }),
      ...(advertiserIds && { advertiserIds: [...advertiserIds] }),
    }),
  });
  return (
    <DraftForm
      draft={draft}
      lastChange={webhook.history.nodes[0]}
      theirs={differencesOf(pick(draft.opened, NAMES), pick(webhook, NAMES))}
      hasField={hasField}
      onDone={onDone}
    >
      <WebhookFields stored={webhook} draft={draft} />
    </DraftForm>
  );
}

export function DeleteWebhook({ webhook }: Props) {
  return (
    <DialogButton name="Delete" title="Delete webhook">
      {() => <Confirmation webhook={webhook} />}
    </DialogButton>
  );
}

function Confirmation({ webhook: { id, url } }: Props) {
  const write = useWrite(DashboardDeleteWebhookDocument);
  const navigate = useNavigate();
  const refusal = write.data && outcomeOf(write.data.deleteWebhook).refusal;
  async function remove() {
    const answer = await write.run({ input: { id } });
    if (answer && outcomeOf(answer.deleteWebhook).done) void navigate({ to: '/webhooks' });
  }
  return (
    <div className="form">
      <p>
        Nothing is sent to <bdi>{url}</bdi> any more, and its deliveries are deleted. This cannot be undone.
      </p>
      <AlertNote>{write.error?.message ?? refusal?.message}</AlertNote>
      <p className="row end">
        <button type="button" className="primary" disabled={write.isPending} onClick={() => void remove()}>
          Delete
        </button>
      </p>
    </div>
  );
}
