import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { outcomeOf } from '../../../api/outcome.ts';
import { useWrite } from '../../../api/use-write.ts';
import {
  type CreateReportInput,
  DashboardSaveReportDocument,
  DashboardScheduleReportDocument,
  ReportSchedule,
} from '../../../generated/graphql.ts';
import { newSchedule, ScheduleFields, scheduleInput } from './schedule-fields.tsx';

interface Props {
  readonly report: CreateReportInput;
  /** Of its days, and of its schedule. */
  readonly timezone: string;
  /** The service would take the report as it stands. */
  readonly isReady: boolean;
  readonly onSaved: () => void;
}

/** Saves the report under a name, so that it can be run again, by hand or on a schedule. */
export function SaveReport({ report, timezone, isReady, onSaved }: Props) {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const [schedule, setSchedule] = useState(() => newSchedule(timezone));
  const write = useWrite(DashboardSaveReportDocument);
  const times = useWrite(DashboardScheduleReportDocument);
  const refusal = write.data && outcomeOf(write.data.saveReport).refusal?.message;
  const said = write.error?.message ?? refusal;
  async function save() {
    const answer = await write.run({ input: { name, report } });
    const saved = answer && outcomeOf(answer.saveReport).done?.savedReport;
    if (!saved) return;
    onSaved();
    // Where it is refused, the list shows the report without a schedule.
    if (schedule.every !== ReportSchedule.Never)
      await times.run({ input: { savedReportId: saved.id, ...scheduleInput({ ...schedule, timezone }) } });
    void navigate({ to: '/reports' });
  }
  return (
    <>
      {said && (
        <span className="note bad" role="alert">
          {said}
        </span>
      )}
      <input
        aria-label="Save as"
        placeholder="Save as…"
        maxLength={255}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {name.trim() !== '' && <ScheduleFields draft={{ ...schedule, timezone }} onChange={setSchedule} />}
      <button
        type="button"
        disabled={!isReady || name.trim() === '' || write.isPending || times.isPending}
        onClick={() => void save()}
      >
        Save
      </button>
    </>
  );
}
