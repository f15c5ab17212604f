import { FIRST_FILTER, type ValueCondition } from './use-report-draft.ts';

interface Props {
  readonly dimensions: readonly { readonly id: number; readonly name: string }[];
  readonly filters: readonly ValueCondition[];
  readonly onChange: (filters: readonly ValueCondition[]) => void;
}

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
        <select
          aria-label="Dimension"
          value={filter.dimension}
          onChange={({ target }) => set({ dimension: Number(target.value) })}
        >
          {dimensions.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label="Whether they are included"
          value={String(filter.isExcluded)}
          onChange={({ target }) => set({ isExcluded: target.value === 'true' })}
        >
          <option value="false">is one of</option>
          <option value="true">is none of</option>
        </select>
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
