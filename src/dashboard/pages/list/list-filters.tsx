import { AddressInput } from '../../parts/fields/address-input.tsx';
import { Choice } from '../../parts/fields/choice.tsx';
import { ConditionButton } from './condition-form.tsx';
import { type ConditionColumn, conditionsText, wordsOf } from './conditions.ts';
import type { ListFilter } from './resource.ts';
import type { List } from './use-list.ts';

interface Props {
  readonly list: List;
  /** Of many, such as `lines`. */
  readonly nouns: string;
  readonly filters: readonly Pick<ListFilter<unknown>, 'param' | 'label' | 'any' | 'choices'>[];
  readonly compared: Columns;
}
type Columns = readonly Pick<ConditionColumn<unknown>, 'key' | 'name' | 'kind'>[];

/** By name, and by each of the choices. */
export function ListFilters({ list, nouns, filters, compared }: Props) {
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
      <ConditionButton list={list} columns={compared} />
    </>
  );
}

/** The conditions of a list in words, each to be taken away. */
export function ConditionChips({ list, columns }: { readonly list: List; readonly columns: Columns }) {
  const { conditions, shownCurrency } = list;
  if (conditions.length === 0) return null;
  return (
    <ul className="condition-chips" aria-label="Conditions">
      {conditions.map((condition, at) => {
        const name = wordsOf(columns, condition, shownCurrency);
        return (
          <li key={name}>
            <button
              type="button"
              className="small"
              onClick={() =>
                list.set('where', conditionsText(conditions.filter((_, index) => index !== at)) ?? '')
              }
            >
              {name}
              <span aria-hidden="true">×</span>
              <span className="visually-hidden">: remove</span>
            </button>
          </li>
        );
      })}
    </ul>
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
