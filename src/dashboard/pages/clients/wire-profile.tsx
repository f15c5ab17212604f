import { useState } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { useWrite } from '../../api/use-write.ts';
import { DashboardUpdateClientDocument, WireProfile } from '../../generated/graphql.ts';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import type { Client } from './client.ts';

/** The dialects of REST, as people know them. */
export const PROFILES: Readonly<Record<WireProfile, { readonly name: string; readonly about: string }>> = {
  DOCUMENTED: { name: 'Documented', about: 'As the documentation describes it.' },
  OBSERVED: { name: 'Observed', about: 'The way most client programs expect.' },
};

interface Props {
  readonly client: Client;
  readonly onDone: () => void;
}

/** Which dialect of REST a client is answered in. It takes effect at once. */
export function WireProfileForm({ client: { clientId, wireProfile }, onDone }: Props) {
  const [chosen, setChosen] = useState(wireProfile);
  const write = useWrite(DashboardUpdateClientDocument);
  const refusal = write.data && outcomeOf(write.data.updateApiClient).refusal?.message;
  async function save() {
    const answer = await write.run({ input: { clientId, wireProfile: chosen } });
    if (answer && outcomeOf(answer.updateApiClient).done) onDone();
  }
  return (
    <DialogForm
      action="Save"
      problem={write.error?.message ?? refusal}
      isDisabled={write.isPending || chosen === wireProfile}
      onSubmit={save}
    >
      <fieldset className="plain">
        <legend>Answers of REST</legend>
        {Object.values(WireProfile).map((profile) => (
          <label key={profile} className="check">
            <input
              type="radio"
              name="profile"
              checked={profile === chosen}
              onChange={() => setChosen(profile)}
            />
            <span>
              {PROFILES[profile].name} <span className="muted">{PROFILES[profile].about}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </DialogForm>
  );
}
