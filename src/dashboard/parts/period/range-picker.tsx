import { Choice } from '../fields/choice.tsx';
import { words } from '../words.ts';
import { type Days, RANGES } from './days.ts';
import { PageZone } from './page-zone.tsx';

interface Props {
  readonly range: string | undefined;
  readonly days: Days;
  readonly onRange: (name: string) => void;
  readonly onDays: (days: Days) => void;
}

/** A range by its name, or by its first and last day. */
export function RangePicker({ range, days, onRange, onDays }: Props) {
  const { start, end } = days;
  return (
    <div className="row">
      <Choice
        label="Range"
        value={range ?? ''}
        choices={[
          ...(range === undefined ? [['', 'Custom'] as const] : []),
          ...RANGES.map((name) => [name, words(name)] as const),
        ]}
        onChoose={onRange}
      />
      <input
        type="date"
        aria-label="First day"
        value={start}
        max={end}
        onChange={({ target: { value } }) =>
          value && onDays({ start: value, end: value > end ? value : end })
        }
      />
      <input
        type="date"
        aria-label="Last day"
        value={end}
        onChange={({ target: { value } }) =>
          value && onDays({ start: value < start ? value : start, end: value })
        }
      />
      <PageZone />
    </div>
  );
}
