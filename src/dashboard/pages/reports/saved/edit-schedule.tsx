import { useState } from 'react';
import { outcomeOf } from '../../../api/outcome.ts';
import { useWrite } from '../../../api/use-write.ts';
import {
  DashboardScheduleReportDocument,
  type DashboardSavedReportFragment as Saved,
} from '../../../generated/graphql.ts';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import { DialogForm } from '../../../parts/dialogs/dialog-form.tsx';
import { newSchedule, type ScheduleDraft, ScheduleFields, scheduleInput } from './schedule-fields.tsx';
import { scheduleText } from './schedule-text.ts';

interface Props {
  readonly saved: Saved;
  /** Of schedules that have none yet. */
  readonly timezone: string;
}

/** When a saved report is made, with the dialog that changes it. */
export function EditSchedule(props: Props) {
  const { saved } = props;
  const text = scheduleText(saved);
  const shown = text === '–' ? 'Schedule…' : text;
  return (
    <DialogButton
      name={shown}
      label={`${shown}: schedule of ${saved.name}`}
      title={`Schedule of ${saved.name}`}
    >
      {(close) => <Form {...props} onDone={close} />}
    </DialogButton>
  );
}

function Form({ saved, timezone, onDone }: Props & { readonly onDone: () => void }) {
  const first = newSchedule(saved.timezone ?? timezone);
  const [draft, setDraft] = useState<ScheduleDraft>({
    ...first,
    every: saved.schedule,
    ...(saved.weekday && { weekday: saved.weekday }),
    ...(saved.hour !== null && { hour: saved.hour }),
  });
  const write = useWrite(DashboardScheduleReportDocument);
  const refusal = write.data && outcomeOf(write.data.scheduleReport).refusal?.message;
  async function save() {
    const answer = await write.run({ input: { savedReportId: saved.id, ...scheduleInput(draft) } });
    if (answer && outcomeOf(answer.scheduleReport).done) onDone();
  }
  return (
    <DialogForm
      action="Save"
      problem={write.error?.message ?? refusal}
      isDisabled={write.isPending}
      onSubmit={save}
    >
      <p className="row">
        <ScheduleFields draft={draft} onChange={setDraft} />
      </p>
      <p className="muted">
        It is made as soon as the day before is complete. Share it to give others a link that always has the
        newest file.
      </p>
    </DialogForm>
  );
}
