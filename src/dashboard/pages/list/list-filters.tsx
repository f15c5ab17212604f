import { AddressInput } from '../../parts/fields/address-input.tsx';
import { Choice } from '../../parts/fields/choice.tsx';
import type { ListFilter } from './resource.ts';
import type { List } from './use-list.ts';

interface Props {
  readonly list: List;
  /** Of many, such as `lines`. */
  readonly nouns: string;
  readonly filters: readonly Pick<ListFilter<unknown>, 'param' | 'label' | 'any' | 'choices'>[];
}

/** By name, and by each of the choices. */
export function ListFilters({ list, nouns, filters }: Props) {
  const { search } = list;
  return (
    <>
      <AddressInput
        type="search"
        aria-label={`Filter ${nouns} by name`}
        placeholder="Filter by name"
        text={search.q ?? ''}
        onText={(text) => list.set('q', text)}
      />
      {filters.map(({ param, label, any, choices }) => (
        <Choice
          key={param}
          label={`Filter ${nouns} by ${label}`}
          value={search[param] ?? ''}
          choices={[['', any], ...choices]}
          onChoose={(value) => list.set(param, value)}
        />
      ))}
    </>
  );
}

/** What a link has narrowed the list down to, to be taken away again. */
export function ListScopeChip({ list }: { readonly list: List }) {
  const { scope } = list;
  if (!scope) return null;
  const name = `${scope.scope.name} ${scope.id}`;
  return (
    <button type="button" className="small" onClick={() => list.set(scope.scope.param, '')}>
      {name}
      <span aria-hidden="true">×</span>
      <span className="visually-hidden">: show all</span>
    </button>
  );
}
