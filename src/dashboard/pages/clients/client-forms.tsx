import { outcomeOf } from '../../api/outcome.ts';
import { useWrite } from '../../api/use-write.ts';
import { DashboardRevokeClientDocument, DashboardRotateClientDocument } from '../../generated/graphql.ts';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { useViewer } from '../../shell/viewer.ts';
import type { Client } from './client.ts';
import { Secret } from './secret.tsx';

/** How long the old secret works beside the new one, in seconds. The first is the safest. */
const OVERLAPS = [
  [86_400, 'Works for another day'],
  [3600, 'Works for another hour'],
  [604_800, 'Works for another week'],
  [0, 'Stops working now'],
] as const;

export function RotateClient({ clientId }: { readonly clientId: string }) {
  const write = useWrite(DashboardRotateClientDocument);
  const { done, refusal } = write.data ? outcomeOf(write.data.rotateApiClient) : {};
  if (done) return <Secret clientId={done.client.clientId} secret={done.secret} />;
  return (
    <DialogForm
      action="Create secret"
      problem={write.error?.message ?? refusal?.message}
      isDisabled={write.isPending}
      onSubmit={(form) => write.run({ input: { clientId, overlapSeconds: Number(form.get('overlap')) } })}
    >
      <label>
        Old secret
        <select name="overlap">
          {OVERLAPS.map(([seconds, name]) => (
            <option key={seconds} value={seconds}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </DialogForm>
  );
}

interface RevokeProps {
  readonly client: Client;
  readonly onDone: () => void;
}

export function RevokeClient({ client: { clientId, name }, onDone }: RevokeProps) {
  const write = useWrite(DashboardRevokeClientDocument);
  const refusal = write.data && outcomeOf(write.data.revokeApiClient).refusal;
  const isOwn = useViewer().client.clientId === clientId;
  async function revoke() {
    const answer = await write.run({ input: { clientId } });
    if (answer && outcomeOf(answer.revokeApiClient).done) onDone();
  }
  return (
    <DialogForm
      action="Revoke"
      isDanger
      problem={write.error?.message ?? refusal?.message}
      isDisabled={write.isPending}
      onSubmit={revoke}
    >
      <p>
        Requests of {name === null ? <code>{clientId}</code> : <strong>{name}</strong>} are refused within
        seconds, and who is signed in with it is signed out. This cannot be undone: a new client gets a new ID
        and a new secret.
      </p>
      {isOwn && (
        <p className="note warn">You are signed in with this client. Revoking it ends your session too.</p>
      )}
    </DialogForm>
  );
}
