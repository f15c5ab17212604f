import { Choice } from '../../parts/choice.tsx';
import { type Entry, idsAndNames } from './choices.ts';
import type { ReportDraft } from './use-report-draft.ts';

type Condition = ReportDraft['having'];

interface Props {
  readonly metrics: readonly Entry[];
  readonly having: Condition;
  readonly onChange: (having: Condition) => void;
}

const TYPES = [
  ['greaterThan', 'more than'],
  ['lessThan', 'less than'],
  ['equalTo', 'exactly'],
] as const;
const FIRST = { metric: 1, type: 'greaterThan', value: '' };

/** Only rows whose metric is in bounds. */
export function Having({ metrics, having = FIRST, onChange }: Props) {
  return (
    <fieldset className="having">
      <legend>Only rows with</legend>
      <Choice
        label="Metric"
        value={String(having.metric)}
        choices={idsAndNames(metrics)}
        onChoose={(id) => onChange({ ...having, metric: Number(id) })}
      />
      <Choice
        label="Comparison"
        value={having.type}
        choices={TYPES}
        onChoose={(type) => onChange({ ...having, type })}
      />
      <input
        className="short"
        inputMode="decimal"
        aria-label="Value"
        placeholder="Any"
        value={having.value}
        onChange={({ target }) => onChange({ ...having, value: target.value })}
      />
    </fieldset>
  );
}
