import { AddressInput } from '../../parts/fields/address-input.tsx';
import { Choice } from '../../parts/fields/choice.tsx';
import { words } from '../../parts/words.ts';

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
      <Choice
        label={`Filter ${label} by status`}
        value={state.status ?? ''}
        choices={[['', 'Any status'], ...state.statuses.map((status) => [status, words(status)] as const)]}
        onChoose={state.setStatus}
      />
    </>
  );
}
