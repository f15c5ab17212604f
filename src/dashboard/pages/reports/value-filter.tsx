import type { ReportDraft } from './use-report-draft.ts';

type Filter = ReportDraft['filter'];

interface Props {
  readonly dimensions: readonly { readonly id: number; readonly name: string }[];
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

/** Only, or all but, some values of a dimension. */
export function ValueFilter({ dimensions, filter, onChange }: Props) {
  return (
    <fieldset className="having">
      <legend>Filter</legend>
      <select
        aria-label="Dimension"
        value={filter.dimension}
        onChange={({ target }) => onChange({ ...filter, dimension: Number(target.value) })}
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
        onChange={({ target }) => onChange({ ...filter, isExcluded: target.value === 'true' })}
      >
        <option value="false">is one of</option>
        <option value="true">is none of</option>
      </select>
      <input
        aria-label="Values of the filter"
        placeholder="IDs or country codes"
        value={filter.values}
        onChange={({ target }) => onChange({ ...filter, values: target.value })}
      />
    </fieldset>
  );
}
