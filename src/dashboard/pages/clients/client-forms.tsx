import { outcomeOf } from '../../api/outcome.ts';
import { useWrite } from '../../api/use-write.ts';
import { DashboardRevokeClientDocument, DashboardRotateClientDocument } from '../../generated/graphql.ts';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { useViewer } from '../../shell/viewer.ts';
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
  readonly clientId: string;
  readonly onDone: () => void;
}

export function RevokeClient({ clientId, onDone }: RevokeProps) {
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
      problem={write.error?.message ?? refusal?.message}
      isDisabled={write.isPending}
      onSubmit={revoke}
    >
      <p>
        Requests of <code>{clientId}</code> are refused within seconds. This cannot be undone.
      </p>
      {isOwn && (
        <p className="note warn">You are signed in with this client. Revoking it ends your session too.</p>
      )}
    </DialogForm>
  );
}
