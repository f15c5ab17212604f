import { ReportSchedule, Weekday } from '../../../generated/graphql.ts';
import { Choice } from '../../../parts/fields/choice.tsx';
import { zoneText } from '../../../parts/period/zone-text.ts';
import { words } from '../../../parts/words.ts';
import { hourText, WEEK } from './schedule-text.ts';

/** When a saved report is made. */
export interface ScheduleDraft {
  readonly every: ReportSchedule;
  readonly weekday: Weekday;
  readonly hour: number;
  readonly timezone: string;
}

export const newSchedule = (timezone: string): ScheduleDraft => ({
  ...{ every: ReportSchedule.Never, weekday: Weekday.Monday, hour: 8, timezone },
});

export const EVERY = [
  [ReportSchedule.Never, 'No schedule'],
  [ReportSchedule.Daily, 'Daily'],
  [ReportSchedule.Weekly, 'Weekly'],
] as const;

/** As the service takes it. */
export const scheduleInput = ({ every, weekday, hour, timezone }: ScheduleDraft) => ({
  every,
  ...(every !== ReportSchedule.Never && { hour, timezone }),
  ...(every === ReportSchedule.Weekly && { weekday }),
});

const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), hourText(hour)] as const);

interface Props {
  readonly draft: ScheduleDraft;
  readonly onChange: (draft: ScheduleDraft) => void;
}

export function ScheduleFields({ draft, onChange }: Props) {
  const { every, weekday, hour, timezone } = draft;
  return (
    <>
      <Choice
        label="Schedule"
        value={every}
        choices={EVERY}
        onChoose={(value) => onChange({ ...draft, every: value as ReportSchedule })}
      />
      {every === ReportSchedule.Weekly && (
        <Choice
          label="Weekday"
          value={weekday}
          choices={WEEK.map((value) => [value, words(value)])}
          onChoose={(value) => onChange({ ...draft, weekday: value as Weekday })}
        />
      )}
      {every !== ReportSchedule.Never && (
        <>
          <Choice
            label="Hour"
            value={String(hour)}
            choices={HOURS}
            onChoose={(value) => onChange({ ...draft, hour: Number(value) })}
          />
          <span className="muted">{zoneText(timezone)}</span>
        </>
      )}
    </>
  );
}
