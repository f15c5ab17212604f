import { AddressInput } from '../../parts/address-input.tsx';
import { words } from '../../parts/format.ts';

interface Props {
  readonly state: {
    readonly query: string;
    readonly status: string | undefined;
    readonly statuses: readonly string[];
    setQuery(text: string): void;
    setStatus(text: string): void;
  };
  readonly label: string;
}

/** By name and by status. */
export function ListFilter({ state, label }: Props) {
  return (
    <>
      <AddressInput
        type="search"
        aria-label={`Filter ${label} by name`}
        placeholder="Filter by name"
        text={state.query}
        onText={state.setQuery}
      />
      <select
        aria-label={`Filter ${label} by status`}
        value={state.status ?? ''}
        onChange={({ target: { value } }) => state.setStatus(value)}
      >
        <option value="">Any status</option>
        {state.statuses.map((status) => (
          <option key={status} value={status}>
            {words(status)}
          </option>
        ))}
      </select>
    </>
  );
}
