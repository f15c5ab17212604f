import { type FormEvent, useState } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { useWrite } from '../../api/use-write.ts';
import { DashboardSendEventDocument } from '../../generated/graphql.ts';
import { AlertNote } from '../../parts/dialogs/alert-note.tsx';
import { Field } from '../../parts/fields/field.tsx';
import { issueOf } from '../../parts/issue.ts';
import { serviceNow } from '../../parts/service-clock.ts';
import { anyPerson } from './person.ts';

const FIELDS = [
  ['ec', 'Category'],
  ['ea', 'Action'],
  ['el', 'Label'],
  ['gv', 'Value'],
] as const;
type Values = Partial<Record<(typeof FIELDS)[number][0], string>>;

/** An event of nobody in particular, now: to see what becomes of it. */
export function SendEvent({ pixelId }: { readonly pixelId: string }) {
  const [values, setValues] = useState<Values>({ ec: 'test' });
  const write = useWrite(DashboardSendEventDocument);
  const { done, refusal } = write.data ? outcomeOf(write.data.sendPixelEvent) : {};
  const issueWith = (name: string, label: string) =>
    issueOf(refusal?.issues, `[0].custom_data.${name}`, label);
  const isFieldsOwn = FIELDS.some(([name, label]) => issueWith(name, label) !== undefined);
  const said = write.error?.message ?? (isFieldsOwn ? undefined : refusal?.message);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    void write.run({
      input: {
        pixelId,
        event: {
          event_time: Math.floor(serviceNow() / 1000),
          user_data: { email: anyPerson() },
          custom_data: given,
        },
      },
    });
  }
  return (
    <section className="widget" aria-label="Test event">
      <header className="widget-head">
        <h2>Test event</h2>
      </header>
      <form className="form" onSubmit={submit}>
        <div className="fields">
          {FIELDS.map(([name, label]) => (
            <Field
              key={name}
              label={label}
              value={values[name] ?? ''}
              issue={issueWith(name, label)}
              onChange={(text) => setValues({ ...values, [name]: text })}
            />
          ))}
        </div>
        <AlertNote>{said}</AlertNote>
        {done && (
          <p className="muted" role="status">
            Stored with receipt {done.receiptId}.
          </p>
        )}
        <p className="row end">
          <span className="muted">A test event is stored and counted like any other.</span>
          <button type="submit" className="primary" disabled={write.isPending}>
            Send
          </button>
        </p>
      </form>
    </section>
  );
}
