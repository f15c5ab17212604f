import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { outcomeOf } from '../../../api/outcome.ts';
import { useWrite } from '../../../api/use-write.ts';
import {
  type CreateReportInput,
  DashboardSaveReportDocument,
  DashboardScheduleReportDocument,
  DashboardUpdateSavedReportDocument,
  ReportSchedule,
} from '../../../generated/graphql.ts';
import { newSchedule, ScheduleFields, scheduleInput } from './schedule-fields.tsx';

interface Props {
  readonly report: CreateReportInput;
  /** Of its days, and of its schedule. */
  readonly timezone: string;
  /** What it is called. */
  readonly name: string;
  readonly onName: (name: string) => void;
  /** The saved report that is changed; a new one is saved without. */
  readonly saved: { readonly id: string; readonly name: string } | undefined;
  /** The service would take the report as it stands. */
  readonly isReady: boolean;
  readonly onSaved: () => void;
}

/** Saves the report under a name, so that it can be run again, by hand or on a schedule. */
export function SaveReport({ report, timezone, name, onName, saved, isReady, onSaved }: Props) {
  const navigate = useNavigate();
  const [schedule, setSchedule] = useState(() => newSchedule(timezone));
  const write = useWrite(DashboardSaveReportDocument);
  const update = useWrite(DashboardUpdateSavedReportDocument);
  const times = useWrite(DashboardScheduleReportDocument);
  const refusals = [write.data?.saveReport, update.data?.updateSavedReport].map(
    (result) => result && outcomeOf(result).refusal?.message,
  );
  const said = [write.error?.message, update.error?.message, ...refusals].find((text) => text !== undefined);
  const isBusy = write.isPending || update.isPending || times.isPending;
  async function change(id: string) {
    const answer = await update.run({ input: { id, name, report } });
    if (!answer || !outcomeOf(answer.updateSavedReport).done) return;
    onSaved();
    void navigate({ to: '/reports' });
  }
  async function save() {
    if (saved) return change(saved.id);
    const answer = await write.run({ input: { name, report } });
    const done = answer && outcomeOf(answer.saveReport).done?.savedReport;
    if (!done) return;
    onSaved();
    // Where it is refused, the list shows the report without a schedule.
    if (schedule.every !== ReportSchedule.Never)
      await times.run({ input: { savedReportId: done.id, ...scheduleInput({ ...schedule, timezone }) } });
    void navigate({ to: '/reports' });
  }
  return (
    <>
      {said && (
        <span className="note bad" role="alert">
          {said}
        </span>
      )}
      <label className="row save-name">
        Save as
        <input maxLength={255} value={name} onChange={({ target }) => onName(target.value)} />
      </label>
      {!saved && name.trim() !== '' && (
        <ScheduleFields draft={{ ...schedule, timezone }} onChange={setSchedule} />
      )}
      <button type="button" disabled={!isReady || name.trim() === '' || isBusy} onClick={() => void save()}>
        {saved ? 'Save changes' : 'Save'}
      </button>
    </>
  );
}
