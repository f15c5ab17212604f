import { useState } from 'react';
import { outcomeOf } from '../../../api/outcome.ts';
import { useWrite } from '../../../api/use-write.ts';
import {
  DashboardLinkReportDocument,
  DashboardUnlinkReportDocument,
  type DashboardSavedReportFragment as Saved,
} from '../../../generated/graphql.ts';
import { AlertNote } from '../../../parts/dialogs/alert-note.tsx';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import { DialogForm } from '../../../parts/dialogs/dialog-form.tsx';
import { ago, moment } from '../../../parts/format.ts';
import { validUntil } from '../result/copy-link.tsx';
import type { Run } from './newest-run.ts';
import { fileAddress } from './saved-name.ts';
import { SharedAddress } from './shared-address.tsx';

/** How long a link works, in days. */
const DAYS = [
  [30, 'For 30 days'],
  [7, 'For 7 days'],
  [90, 'For 90 days'],
] as const;

interface Props {
  readonly saved: Saved;
  /** Its newest result. */
  readonly last: Run | undefined;
  readonly onRun: () => void;
}

/** The links to a saved report: one that always has the newest of its schedule, and that of its newest result. */
export function ShareSaved(props: Props) {
  const { saved } = props;
  const name = saved.link ? 'Shared' : 'Share…';
  return (
    <DialogButton name={name} label={`${name}: link to ${saved.name}`} title={`Share ${saved.name}`} wide>
      {() =>
        saved.schedule !== 'NEVER' || saved.link ? <StandingLink saved={saved} /> : <NewestOnly {...props} />
      }
    </DialogButton>
  );
}

/** Without a schedule there is no report that an address could always have, only what was run by hand. */
function NewestOnly({ saved: { name }, last, onRun }: Props) {
  return (
    <div className="form">
      {last?.url ? (
        <>
          <p>
            The result that was made {ago(last.createdAt)}. Anyone with this address can save it and needs no
            sign-in.
          </p>
          <SharedAddress
            label={`Address of the newest result of ${name}`}
            address={fileAddress(last.url, name, undefined)}
            until={validUntil(last.createdAt)}
          />
        </>
      ) : (
        <p className="row">
          There is no result to share yet.
          <button type="button" className="primary" onClick={onRun}>
            Run now
          </button>
        </p>
      )}
      <p className="note">
        An address that always has the newest result, for up to 90 days, needs a schedule: set one in the
        column “Schedule”, then share the report.
      </p>
    </div>
  );
}

function StandingLink({ saved }: Pick<Props, 'saved'>) {
  const { id, name, link, schedule, lastReport, nextRunAt } = saved;
  const make = useWrite(DashboardLinkReportDocument);
  const end = useWrite(DashboardUnlinkReportDocument);
  const [days, setDays] = useState(String(DAYS[0][0]));
  const refusals = [make.data?.linkSavedReport, end.data?.unlinkSavedReport].map(
    (result) => result && outcomeOf(result).refusal?.message,
  );
  const said = [make.error?.message, end.error?.message, ...refusals].find((text) => text !== undefined);
  const isBusy = make.isPending || end.isPending;
  const isScheduled = schedule !== 'NEVER';
  const first =
    !lastReport && nextRunAt
      ? `The first report is made on ${moment(nextRunAt)}; until then, it says so.`
      : '';
  const form = (
    <DialogForm
      action={link ? 'Replace the link' : 'Make a link'}
      problem={link ? undefined : said}
      isDisabled={isBusy}
      onSubmit={() => make.run({ input: { id, days: Number(days) } })}
    >
      {link ? (
        <p className="muted">With a new link, the one that you have sent stops working.</p>
      ) : (
        <p>
          Anyone with the link can download the latest scheduled report and needs no sign-in: the address
          stays, the file is new after each run. {first}
        </p>
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
    </DialogForm>
  );
  if (!link) return form;
  return (
    <div className="form">
      <SharedAddress label={`Link to ${name}`} address={link.url} until={link.expiresAt}>
        <button type="button" disabled={isBusy} onClick={() => void end.run({ input: { id } })}>
          Withdraw
        </button>
      </SharedAddress>
      <p className="muted">
        Made by <bdi>{link.createdBy?.name ?? 'someone who has left'}</bdi>. It leads to the latest report,
        and shows people a page from which they can save it. {first}
      </p>
      {isScheduled ? (
        <details>
          <summary>Make a new link</summary>
          {form}
        </details>
      ) : (
        <p className="note warn">Its schedule was removed: the link goes on serving what it served last.</p>
      )}
      <AlertNote>{said}</AlertNote>
    </div>
  );
}
