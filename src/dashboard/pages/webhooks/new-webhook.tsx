import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DraftForm } from '../../edit/draft-form.tsx';
import { useDraft } from '../../edit/use-draft.ts';
import { DashboardCreateWebhookDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialog-button.tsx';
import { hasField, WebhookFields, type WebhookTexts } from './webhook-fields.tsx';

interface Made {
  readonly secret: string;
  readonly webhook: { readonly databaseId: number };
}

/** A webhook that is not there yet. Its secret is shown once it is, and not again. */
export function NewWebhook() {
  return (
    <DialogButton name="New webhook" title="New webhook" className="primary">
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
    inputOf: ({ url, events }) => ({ url: url ?? '', events: [...(events ?? [])] }),
    check: ({ url }) => new Map(url ? [] : [['url', 'url is required']]),
  });
  if (made) return <Secret made={made} />;
  return (
    <DraftForm draft={draft} hasField={hasField} save="Create" onDone={setMade}>
      <p className="muted">
        What happens in the seat is posted to an https address that the internet can reach.
      </p>
      <WebhookFields stored={{ events: [] }} draft={draft} isNew />
    </DraftForm>
  );
}

function Secret({ made: { secret, webhook } }: { readonly made: Made }) {
  return (
    <div className="form">
      <p>Copy the secret now. Your server checks signatures with it. It is not shown again.</p>
      <p>
        <code>{secret}</code>
      </p>
      <p className="row end">
        <button type="button" onClick={() => void navigator.clipboard?.writeText(secret)}>
          Copy the secret
        </button>
        <Link to="/webhooks/$id" params={{ id: String(webhook.databaseId) }} className="button">
          Open the webhook
        </Link>
      </p>
    </div>
  );
}
