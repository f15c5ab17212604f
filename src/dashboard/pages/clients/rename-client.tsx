import { outcomeOf } from '../../api/outcome.ts';
import { useWrite } from '../../api/use-write.ts';
import { DashboardUpdateClientDocument } from '../../generated/graphql.ts';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import type { Client } from './client.ts';

export const NAME = 'name';
/** As the service takes it: nothing typed is no name. */
export const nameIn = (form: FormData): string | null => String(form.get(NAME) ?? '').trim() || null;

export const NameField = ({ name }: { readonly name: string | null }) => (
  <label>
    Name
    <input
      name={NAME}
      maxLength={100}
      defaultValue={name ?? ''}
      placeholder="What it is for, such as Shop import"
    />
  </label>
);

interface Props {
  readonly client: Client;
  readonly onDone: () => void;
}

/** What a client is called here and in the history, from now on and for what it did before. */
export function RenameClient({ client: { clientId, name }, onDone }: Props) {
  const write = useWrite(DashboardUpdateClientDocument);
  const refusal = write.data && outcomeOf(write.data.updateApiClient).refusal?.message;
  async function save(form: FormData) {
    const answer = await write.run({ input: { clientId, name: nameIn(form) } });
    if (answer && outcomeOf(answer.updateApiClient).done) onDone();
  }
  return (
    <DialogForm
      action="Save"
      problem={write.error?.message ?? refusal}
      isDisabled={write.isPending}
      onSubmit={save}
    >
      <NameField name={name} />
      <p className="muted small">
        The history shows this name for what <code>{clientId}</code> changes and has changed.
      </p>
    </DialogForm>
  );
}
