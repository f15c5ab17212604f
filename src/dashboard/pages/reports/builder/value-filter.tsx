import { Choice } from '../../../parts/fields/choice.tsx';
import { type Names, useNames } from '../use-names.ts';
import { type Entry, idsAndNames } from './choices.ts';
import { FIRST_FILTER, type ValueCondition } from './report-draft.ts';
import { ValuePicker } from './value-picker.tsx';

interface Props {
  readonly dimensions: readonly Entry[];
  readonly countries: Names;
  readonly filters: readonly ValueCondition[];
  readonly onChange: (filters: readonly ValueCondition[]) => void;
}

const INCLUDED = [
  ['false', 'is one of'],
  ['true', 'is none of'],
] as const;

/** Only, or all but, some values of dimensions, chosen by name. */
export function ValueFilters({ dimensions, countries, filters, onChange }: Props) {
  const nameOf = useNames(filters, countries);
  return filters.map((filter, at) => {
    const name = at === 0 ? 'Filter' : `Filter ${at + 1}`;
    const isLast = at === filters.length - 1;
    const { values } = filter;
    const set = (change: Partial<ValueCondition>) =>
      onChange(filters.map((each, index) => (index === at ? { ...each, ...change } : each)));
    return (
      <fieldset className="having" key={name}>
        <legend>{name}</legend>
        <Choice
          label="Dimension"
          value={String(filter.dimension)}
          choices={idsAndNames(dimensions)}
          onChoose={(id) => set({ dimension: Number(id), values: [] })}
        />
        <Choice
          label="Whether they are included"
          value={String(filter.isExcluded)}
          choices={INCLUDED}
          onChoose={(value) => set({ isExcluded: value === 'true' })}
        />
        <ValuePicker
          key={filter.dimension}
          dimension={filter.dimension}
          countries={countries}
          onTake={(id) => values.includes(id) || set({ values: [...values, id] })}
        />
        {values.length > 0 && (
          <ul className="chips">
            {values.map((id) => {
              const shown = nameOf(filter.dimension, id);
              return (
                <li key={id}>
                  <bdi>{shown}</bdi>
                  <button
                    type="button"
                    className="quiet chip-button"
                    aria-label={`Remove ${shown}`}
                    onClick={() => set({ values: values.filter((other) => other !== id) })}
                  >
                    ×
                  </button>
                </li>
              );
            })}
          </ul>
        )}
        {isLast && values.length > 0 && (
          <button type="button" onClick={() => onChange([...filters, FIRST_FILTER])}>
            Add a filter
          </button>
        )}
      </fieldset>
    );
  });
}
