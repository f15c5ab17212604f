import { useState } from 'react';
import { outcomeOf, type Refusal } from '../../api/outcome.ts';
import { renewSession } from '../../api/session.ts';
import { useWrite } from '../../api/use-write.ts';
import {
  DashboardResetSandboxDocument,
  DashboardRestoreSnapshotDocument,
  DashboardTakeSnapshotDocument,
} from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { Said } from './move-clock.tsx';

/** What the service takes as the name of a snapshot. */
const NAME = /^[a-z0-9_-]{1,40}$/;

const refusalOf = (result: { readonly __typename?: string } | Refusal | undefined): string | undefined => {
  const refusal = result && outcomeOf(result).refusal;
  return refusal && ([...refusal.issues.values()][0] ?? refusal.message);
};

/** Keeps the whole sandbox under a name, puts it back, or empties it. */
export function Snapshots() {
  const [name, setName] = useState('');
  const take = useWrite(DashboardTakeSnapshotDocument);
  const restore = useWrite(DashboardRestoreSnapshotDocument);
  const isName = NAME.test(name);
  const taken = take.data && !refusalOf(take.data.takeSandboxSnapshot);
  return (
    <section className="widget" aria-label="Snapshots">
      <header className="widget-head">
        <h2>Snapshots</h2>
      </header>
      <p className="muted">
        A snapshot keeps everything of the sandbox, with its clock. There are at most 20.
      </p>
      <p className="row">
        <input
          aria-label="Snapshot name"
          placeholder="before-launch"
          aria-invalid={name !== '' && !isName}
          value={name}
          onChange={({ target }) => {
            setName(target.value.trim());
            take.reset();
          }}
        />
        <button
          type="button"
          disabled={!isName || take.isPending}
          onClick={() => void take.run({ input: { name } })}
        >
          Take snapshot
        </button>
        {isName && (
          <DialogButton name="Restore…" title={`Restore ${name}`}>
            {(close) => (
              <DialogForm
                action="Restore"
                isDisabled={restore.isPending}
                problem={restore.error?.message ?? refusalOf(restore.data?.restoreSandboxSnapshot)}
                onSubmit={async () => {
                  const answer = await restore.run({ input: { name } });
                  if (!answer || refusalOf(answer.restoreSandboxSnapshot)) return;
                  await renewSession();
                  close();
                }}
              >
                <p>
                  All that came later is lost, newer API clients included, and time goes back. This cannot be
                  undone.
                </p>
              </DialogForm>
            )}
          </DialogButton>
        )}
        {name !== '' && !isName && <Said text="Up to 40 of a–z, 0–9, _ and - make a name." />}
        <Said text={take.error?.message ?? refusalOf(take.data?.takeSandboxSnapshot)} />
        {taken && <span role="status">Snapshot {name} is taken.</span>}
      </p>
      <Reset />
    </section>
  );
}

function Reset() {
  const write = useWrite(DashboardResetSandboxDocument);
  return (
    <p className="row">
      <DialogButton name="Reset…" title="Reset the sandbox" className="danger">
        {(close) => (
          <DialogForm
            action="Remove everything"
            isDisabled={write.isPending}
            problem={write.error?.message ?? refusalOf(write.data?.resetSandbox)}
            onSubmit={async () => {
              const answer = await write.run({ input: { confirm: true } });
              if (!answer || refusalOf(answer.resetSandbox)) return;
              await renewSession();
              close();
            }}
          >
            <p>
              Everything of the seat goes but users, clients and snapshots; time is that of the computer
              again. Only an older snapshot undoes this.
            </p>
          </DialogForm>
        )}
      </DialogButton>
      <span className="muted">Empties the seat, and its time is right again.</span>
    </p>
  );
}
