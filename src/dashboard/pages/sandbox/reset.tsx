import { renewSession } from '../../api/session.ts';
import { useWrite } from '../../api/use-write.ts';
import { DashboardResetSandboxDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { refusalText } from './refusal-text.ts';

/** Empties the seat. */
export function Reset() {
  const write = useWrite(DashboardResetSandboxDocument);
  return (
    <section className="widget" aria-label="Reset">
      <header className="widget-head">
        <h2>Reset</h2>
        <div className="widget-actions">
          <DialogButton name="Reset…" title="Reset the sandbox" className="danger">
            {(close) => (
              <DialogForm
                action="Remove everything"
                isDanger
                isDisabled={write.isPending}
                problem={write.error?.message ?? refusalText(write.data?.resetSandbox)}
                onSubmit={async () => {
                  const answer = await write.run({ input: { confirm: true } });
                  if (!answer || refusalText(answer.resetSandbox)) return;
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
        </div>
      </header>
      <p className="muted">Empties the seat. Its clock then shows the time of the computer.</p>
    </section>
  );
}
