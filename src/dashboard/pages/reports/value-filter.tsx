import { Choice } from '../../parts/fields/choice.tsx';
import { type Entry, idsAndNames } from './choices.ts';
import { FIRST_FILTER, type ValueCondition } from './use-report-draft.ts';

interface Props {
  readonly dimensions: readonly Entry[];
  readonly filters: readonly ValueCondition[];
  readonly onChange: (filters: readonly ValueCondition[]) => void;
}

const INCLUDED = [
  ['false', 'is one of'],
  ['true', 'is none of'],
] as const;

/** Only, or all but, some values of dimensions. */
export function ValueFilters({ dimensions, filters, onChange }: Props) {
  return filters.map((filter, at) => {
    const name = at === 0 ? 'Filter' : `Filter ${at + 1}`;
    const isLast = at === filters.length - 1;
    const set = (change: Partial<ValueCondition>) =>
      onChange(filters.map((each, index) => (index === at ? { ...each, ...change } : each)));
    return (
      <fieldset className="having" key={name}>
        <legend>{name}</legend>
        <Choice
          label="Dimension"
          value={String(filter.dimension)}
          choices={idsAndNames(dimensions)}
          onChoose={(id) => set({ dimension: Number(id) })}
        />
        <Choice
          label="Whether they are included"
          value={String(filter.isExcluded)}
          choices={INCLUDED}
          onChoose={(value) => set({ isExcluded: value === 'true' })}
        />
        <input
          aria-label="Values of the filter"
          placeholder="IDs or country codes"
          value={filter.values}
          onChange={({ target }) => set({ values: target.value })}
        />
        {isLast && filter.values !== '' && (
          <button type="button" onClick={() => onChange([...filters, FIRST_FILTER])}>
            Add a filter
          </button>
        )}
      </fieldset>
    );
  });
}
