import { useState } from 'react';
import { DraftForm } from '../../edit/draft-form.tsx';
import { useDraft } from '../../edit/use-draft.ts';
import { DashboardCreateWebhookDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { Secret } from './secret.tsx';
import { hasField, WebhookFields, type WebhookTexts } from './webhook-fields.tsx';

interface Made {
  readonly secret: string;
  readonly webhook: { readonly databaseId: number };
}

/** A webhook that is not there yet. Its secret is shown once it is, and not again. */
export function NewWebhook() {
  return (
    <DialogButton name="New webhook" title="New webhook" className="primary" wide>
      {() => <Form />}
    </DialogButton>
  );
}

function Form() {
  const [made, setMade] = useState<Made>();
  const draft = useDraft({
    document: DashboardCreateWebhookDocument,
    resultOf: ({ createWebhook }) => createWebhook,
    latest: undefined,
    initial: {} as WebhookTexts,
    inputOf: ({ url, events, advertiserIds }) => ({
      url: url ?? '',
      events: [...(events ?? [])],
      ...(advertiserIds && { advertiserIds: [...advertiserIds] }),
    }),
    check: ({ url }) => new Map(url ? [] : [['url', 'url is required']]),
  });
  if (made) return <Secret secret={made.secret} webhook={made.webhook.databaseId} />;
  return (
    <DraftForm draft={draft} hasField={hasField} save="Create" onDone={setMade}>
      <p className="muted">
        What happens in the seat is posted to an https address that the internet can reach.
      </p>
      <WebhookFields stored={{ events: [] }} draft={draft} isNew />
    </DraftForm>
  );
}
