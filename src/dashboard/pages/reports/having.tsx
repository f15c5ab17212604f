import { useId } from 'react';
import { enumValue } from '../../edit/enum-value.ts';
import { ReportHavingType } from '../../generated/graphql.ts';
import { Choice } from '../../parts/fields/choice.tsx';
import { COMPARISONS, type Entry, idsAndNames } from './choices.ts';
import type { ReportDraft } from './use-report-draft.ts';

type Condition = ReportDraft['having'];

interface Props {
  readonly metrics: readonly Entry[];
  readonly having: Condition;
  /** What is wrong with the value. */
  readonly issue: string | undefined;
  readonly onChange: (having: Condition) => void;
}

const FIRST = { metric: 1, type: ReportHavingType.GreaterThan, value: '' };

/** Only rows whose metric is in bounds. */
export function Having({ metrics, having = FIRST, issue, onChange }: Props) {
  const id = useId();
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
        choices={COMPARISONS}
        onChoose={(type) => onChange({ ...having, type: enumValue(ReportHavingType, type) ?? having.type })}
      />
      <input
        className="short"
        inputMode="decimal"
        aria-label="Value"
        aria-invalid={issue !== undefined}
        aria-describedby={issue && id}
        placeholder="Any"
        value={having.value}
        onChange={({ target }) => onChange({ ...having, value: target.value })}
      />
      {issue && (
        <p id={id} className="issue">
          {issue}
        </p>
      )}
    </fieldset>
  );
}
