import { outcomeOf } from '../../api/outcome.ts';
import { useWrite } from '../../api/use-write.ts';
import { DashboardRotateWebhookSecretDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { Secret } from './secret.tsx';

/** How long deliveries are signed with the old secret, too, in seconds. */
const OVERLAPS = [
  [86_400, 'Also for another day'],
  [3600, 'Also for another hour'],
  [604_800, 'Also for another week'],
  [0, 'Not any more'],
] as const;

/** A secret in place of one that was lost, or that others may know. */
export function NewSecret({ id }: { readonly id: string }) {
  return (
    <DialogButton name="New secret" title="New secret">
      {() => <Form id={id} />}
    </DialogButton>
  );
}

function Form({ id }: { readonly id: string }) {
  const write = useWrite(DashboardRotateWebhookSecretDocument);
  const { done, refusal } = write.data ? outcomeOf(write.data.rotateWebhookSecret) : {};
  if (done) return <Secret secret={done.secret} />;
  return (
    <DialogForm
      action="Create secret"
      problem={write.error?.message ?? refusal?.message}
      isDisabled={write.isPending}
      onSubmit={(form) => write.run({ input: { id, overlapSeconds: Number(form.get('overlap')) } })}
    >
      <label>
        Sign with the old secret
        <select name="overlap">
          {OVERLAPS.map(([seconds, name]) => (
            <option key={seconds} value={seconds}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <p className="muted">
        Each request carries both signatures meanwhile, so that your server can change over.
      </p>
    </DialogForm>
  );
}
