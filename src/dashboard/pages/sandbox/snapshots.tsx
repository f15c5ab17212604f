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
      <h2>Snapshots</h2>
      <p className="muted">
        A snapshot keeps everything of the sandbox, with its clock. There are at most 20.
      </p>
      <p className="row">
        <input
          aria-label="Name of the snapshot"
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
                  Everything that was changed since the snapshot was taken is lost, and API clients that were
                  created since are gone. The clock goes back, too. This cannot be undone.
                </p>
              </DialogForm>
            )}
          </DialogButton>
        )}
        {name !== '' && !isName && <Said text="Use 1 to 40 lower-case letters, digits, _ and -." />}
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
              All advertisers, campaigns, lines, reports and figures are removed, and the clock shows real
              time again. Users, API clients and snapshots stay. This cannot be undone; a snapshot that was
              taken before can be restored.
            </p>
          </DialogForm>
        )}
      </DialogButton>
      <span className="muted">Removes everything in the seat and sets the clock to real time.</span>
    </p>
  );
}
