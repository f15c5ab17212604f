import { useState } from 'react';
import { outcomeOf } from '../../../api/outcome.ts';
import { useWrite } from '../../../api/use-write.ts';
import {
  DashboardLinkReportDocument,
  DashboardUnlinkReportDocument,
  type DashboardSavedReportFragment as Saved,
} from '../../../generated/graphql.ts';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import { DialogForm } from '../../../parts/dialogs/dialog-form.tsx';
import { moment } from '../../../parts/format.ts';
import { CopyAddress } from '../result/copy-address.tsx';

/** How long a link works, in days. */
const DAYS = [
  [30, 'For 30 days'],
  [7, 'For 7 days'],
  [90, 'For 90 days'],
] as const;

interface Props {
  readonly saved: Saved;
}

/** The link to the newest report of a schedule, with the dialog that makes, replaces or withdraws it. */
export function ShareSaved({ saved }: Props) {
  const name = saved.link ? 'Shared' : 'Share…';
  return (
    <DialogButton name={name} label={`${name}: link to ${saved.name}`} title={`Link to ${saved.name}`} wide>
      {() => <Form saved={saved} />}
    </DialogButton>
  );
}

function Form({ saved: { id, name, link, schedule } }: Props) {
  const make = useWrite(DashboardLinkReportDocument);
  const end = useWrite(DashboardUnlinkReportDocument);
  const [days, setDays] = useState(String(DAYS[0][0]));
  const refusals = [make.data?.linkSavedReport, end.data?.unlinkSavedReport].map(
    (result) => result && outcomeOf(result).refusal?.message,
  );
  const said = [make.error?.message, end.error?.message, ...refusals].find((text) => text !== undefined);
  return (
    <DialogForm
      action={link ? 'Replace the link' : 'Make a link'}
      problem={said}
      isDisabled={make.isPending || end.isPending}
      onSubmit={() => make.run({ input: { id, days: Number(days) } })}
    >
      {link ? (
        <>
          <p className="row">
            <input aria-label={`Link to ${name}`} readOnly value={link.url} className="grow" />
            <CopyAddress address={link.url} until={link.expiresAt} />
            <button type="button" disabled={end.isPending} onClick={() => void end.run({ input: { id } })}>
              Withdraw
            </button>
          </p>
          <p className="muted">
            Made by <bdi>{link.createdBy?.name ?? 'someone who has left'}</bdi>. It works until{' '}
            {link.expiresAt ? moment(link.expiresAt) : 'it is withdrawn'}.
          </p>
        </>
      ) : (
        <p>
          Whoever has the link downloads the newest scheduled report without an account: the address stays,
          the file is new after each run.
        </p>
      )}
      {schedule === 'NEVER' && (
        <p className="note warn">This report has no schedule, so that the link has nothing to serve.</p>
      )}
      <label>
        {link ? 'A new link works' : 'It works'}
        <select value={days} onChange={({ target }) => setDays(target.value)}>
          {DAYS.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {link && <p className="muted small">With a new link, the one that you have sent stops working.</p>}
    </DialogForm>
  );
}
