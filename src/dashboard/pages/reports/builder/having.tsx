import { useId } from 'react';
import { enumValue } from '../../../edit/enum-value.ts';
import { ReportHavingType } from '../../../generated/graphql.ts';
import { Choice } from '../../../parts/fields/choice.tsx';
import { isNumber } from '../../../parts/fields/numbers.ts';
import { COMPARISONS, type Entry, idsAndNames } from './choices.ts';
import { FIRST_CONDITION, type MetricCondition } from './report-draft.ts';

interface Props {
  /** Those that the report measures. */
  readonly metrics: readonly Entry[];
  /** All that there are. */
  readonly all: readonly Entry[];
  readonly conditions: readonly MetricCondition[];
  /** What is wrong with a value. */
  readonly issue: string | undefined;
  readonly onChange: (conditions: readonly MetricCondition[]) => void;
}

/** Only rows whose metrics are in bounds; all conditions must be met. */
export function Having({ metrics, all, conditions, issue, onChange }: Props) {
  const id = useId();
  return conditions.map((condition, at) => {
    const name = at === 0 ? 'Only rows with' : `And ${at + 1}`;
    const isLast = at === conditions.length - 1;
    // Only what is measured has a condition. One that was typed stays until it is changed.
    const isMeasured = metrics.some(({ id }) => id === condition.metric);
    const metric = isMeasured || condition.value !== '' ? condition.metric : (metrics[0]?.id ?? 1);
    const isWrong = issue !== undefined && condition.value.trim() !== '' && !isNumber(condition.value);
    const set = (change: Partial<MetricCondition>) =>
      onChange(conditions.map((each, index) => (index === at ? { ...each, metric, ...change } : each)));
    return (
      <fieldset className="having" key={name}>
        <legend>{at === 0 ? name : 'And'}</legend>
        <Choice
          label="Metric"
          value={String(metric)}
          choices={idsAndNames(
            all.filter(({ id }) => id === metric || metrics.some((each) => each.id === id)),
          )}
          onChoose={(id) => set({ metric: Number(id) })}
        />
        <Choice
          label="Comparison"
          value={condition.type}
          choices={COMPARISONS}
          onChoose={(type) => set({ type: enumValue(ReportHavingType, type) ?? condition.type })}
        />
        <input
          className="short"
          inputMode="decimal"
          aria-label="Value"
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-${at}` : undefined}
          placeholder="Any"
          value={condition.value}
          onChange={({ target }) => set({ value: target.value })}
        />
        {isLast && condition.value.trim() !== '' && (
          <button type="button" onClick={() => onChange([...conditions, FIRST_CONDITION])}>
            Add a condition
          </button>
        )}
        {isWrong && (
          <p id={`${id}-${at}`} className="issue">
            {issue}
          </p>
        )}
      </fieldset>
    );
  });
}
