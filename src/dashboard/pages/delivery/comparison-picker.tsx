import { Choice } from '../../parts/fields/choice.tsx';
import { days as dayNames, time } from '../../parts/format.ts';
import {
  COMPARISON_NAMES,
  COMPARISONS,
  type Comparison,
  comparedDays,
} from '../../parts/period/comparison.ts';
import type { Days } from '../../parts/period/days.ts';

interface Props {
  readonly days: Days;
  readonly comparison: Comparison;
  readonly dataBegin: string | undefined;
  /** Where the compared range ends within a day. */
  readonly until: string | undefined;
  readonly timeZone: string;
  readonly onCompare: (comparison: string) => void;
}

/** What the range is compared with, by name and by its days. */
export function ComparisonPicker({ days, comparison, dataBegin, until, timeZone, onCompare }: Props) {
  const compared = comparedDays(days, comparison);
  return (
    <p className="row comparison">
      <Choice
        label="Compare with"
        value={comparison}
        choices={COMPARISONS.map((name) => [name, COMPARISON_NAMES[name]])}
        onChoose={onCompare}
      />
      {compared && (
        <span className="muted">
          {dataBegin === undefined ? 'Compared with' : 'Not compared with'}{' '}
          {dayNames(compared.start, compared.end)}
          {until && ` until ${time(until, timeZone)}, the same hours`}
          {dataBegin && `. Data begin ${dayNames(dataBegin)}.`}
        </span>
      )}
    </p>
  );
}
