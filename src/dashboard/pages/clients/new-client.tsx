import { useState } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { enumValue } from '../../edit/enum-value.ts';
import {
  DashboardClientPixelsDocument,
  DashboardCreateClientDocument,
  Role,
  SeatRealm,
} from '../../generated/graphql.ts';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { words } from '../../parts/words.ts';
import { NameField, nameIn } from './rename-client.tsx';
import { MAY, REALMS } from './roles.ts';
import { Secret } from './secret.tsx';

const PIXEL = 'pixel';
const REALM = 'realm';

/** What was checked under a name. */
const chosen = (form: FormData, name: string): readonly string[] => form.getAll(name).map(String);

function inputOf(form: FormData) {
  const realms = chosen(form, REALM).flatMap((each) => enumValue(SeatRealm, each) ?? []);
  return {
    name: nameIn(form),
    role: enumValue(Role, String(form.get('role'))) ?? Role.Viewer,
    realms,
    pixelIds: [...chosen(form, PIXEL)],
  };
}

/** What people and most programs need; sending events and conversions is chosen. */
const USUAL = [SeatRealm.Dsp];

function toggled(all: ReadonlySet<string>, one: string): ReadonlySet<string> {
  return new Set(all.has(one) ? [...all].filter((each) => each !== one) : [...all, one]);
}

/** A client with no more than what it needs: what it may do, where it may ask, and the pixels that it sends events for. */
export function NewClient() {
  const [role, setRole] = useState<Role>(Role.Viewer);
  const [realms, setRealms] = useState<ReadonlySet<string>>(new Set(USUAL));
  const write = useWrite(DashboardCreateClientDocument);
  const { data } = useRead(DashboardClientPixelsDocument, {}).result;
  const { done, refusal } = write.data ? outcomeOf(write.data.createApiClient) : {};
  if (done) return <Secret clientId={done.client.clientId} secret={done.secret} />;
  const pixels = data?.pixels.nodes ?? [];
  return (
    <DialogForm
      action="Create"
      problem={write.error?.message ?? refusal?.message}
      isDisabled={write.isPending}
      onSubmit={(form) => write.run({ input: inputOf(form) })}
    >
      <NameField name={null} />
      <label>
        Role
        <select
          name="role"
          value={role}
          onChange={({ target }) => setRole(enumValue(Role, target.value) ?? Role.Viewer)}
        >
          {Object.values(Role).map((each) => (
            <option key={each} value={each}>
              {words(each)}
            </option>
          ))}
        </select>
      </label>
      <p className="muted">{MAY[role]}</p>
      <fieldset className="checks told">
        <legend>May be used for</legend>
        {Object.entries(REALMS).map(([realm, [name, about]]) => (
          <label key={realm} className="check">
            <input
              type="checkbox"
              name={REALM}
              value={realm}
              checked={realms.has(realm)}
              onChange={() => setRealms(toggled(realms, realm))}
            />
            <span>
              {name} <span className="cell-note">{about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {pixels.length > 0 && realms.has(SeatRealm.Events) && (
        <details open>
          <summary>Pixels that it sends events for</summary>
          <ul className="plain">
            {pixels.map(({ id, databaseId, name }) => (
              <li key={id}>
                <label className="check">
                  <input type="checkbox" name={PIXEL} value={id} />
                  <bdi>{name}</bdi> <span className="muted">{databaseId}</span>
                </label>
              </li>
            ))}
          </ul>
        </details>
      )}
    </DialogForm>
  );
}
