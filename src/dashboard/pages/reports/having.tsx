import type { ReportDraft } from './use-report-draft.ts';

type Condition = ReportDraft['having'];

interface Props {
  readonly metrics: readonly { readonly id: number; readonly name: string }[];
  readonly having: Condition;
  readonly onChange: (having: Condition) => void;
}

const TYPES = { greaterThan: 'more than', lessThan: 'less than', equalTo: 'exactly' };
const FIRST = { metric: 1, type: 'greaterThan', value: '' };

/** Only rows whose metric is in bounds. */
export function Having({ metrics, having = FIRST, onChange }: Props) {
  return (
    <fieldset className="having">
      <legend>Only rows with</legend>
      <select
        aria-label="Metric"
        value={having.metric}
        onChange={({ target }) => onChange({ ...having, metric: Number(target.value) })}
      >
        {metrics.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Comparison"
        value={having.type}
        onChange={({ target }) => onChange({ ...having, type: target.value })}
      >
        {Object.entries(TYPES).map(([type, name]) => (
          <option key={type} value={type}>
            {name}
          </option>
        ))}
      </select>
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
