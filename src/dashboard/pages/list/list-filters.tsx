import { useState } from 'react';
import { AdvertiserPicker, useAdvertiserNames } from '../../edit/advertiser-picker.tsx';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { AddressInput } from '../../parts/fields/address-input.tsx';
import { Choice } from '../../parts/fields/choice.tsx';
import { ConditionButton } from './condition-form.tsx';
import { type ConditionColumn, conditionsText, wordsOf } from './conditions.ts';
import type { ListFilter, ListScope } from './resource.ts';
import type { List } from './use-list.ts';

interface Props {
  readonly list: List;
  /** Of many, such as `lines`. */
  readonly nouns: string;
  readonly filters: readonly Pick<ListFilter<unknown>, 'param' | 'label' | 'any' | 'choices' | 'isRare'>[];
  readonly compared: Columns;
}
type Columns = readonly Pick<ConditionColumn<unknown>, 'key' | 'name' | 'kind'>[];

/** By name or ID, and by each of the choices; those that are rare once more are wanted. */
export function ListFilters({ list, nouns, filters, compared }: Props) {
  const { search } = list;
  const [isAll, setAll] = useState(false);
  const shown = filters.filter(({ param, isRare }) => isAll || !isRare || search[param]);
  return (
    <>
      <AddressInput
        type="search"
        aria-label={`Filter ${nouns} by name`}
        placeholder="Name or ID"
        text={search.q ?? ''}
        onText={(text) => list.set('q', text)}
      />
      {shown.map(({ param, label, any, choices }) => (
        <Choice
          key={param}
          label={`Filter ${nouns} by ${label}`}
          value={search[param] ?? ''}
          choices={[['', any], ...choices]}
          onChoose={(value) => list.set(param, value)}
        />
      ))}
      {shown.length < filters.length && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          More filters
        </button>
      )}
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
  const isAdvertiser = scope?.scope.param === 'advertiser';
  const names = useAdvertiserNames(isAdvertiser ? [Number(scope.id)] : []);
  if (!scope) return null;
  const name = isAdvertiser ? names(Number(scope.id)) : `${scope.scope.name} ${scope.id}`;
  return (
    <button type="button" className="small" onClick={() => list.set(scope.scope.param, '')}>
      <bdi>{name}</bdi>
      <span aria-hidden="true">×</span>
      <span className="visually-hidden">: show all</span>
    </button>
  );
}

interface AdvertiserProps {
  readonly list: List;
  readonly scopes: readonly Pick<ListScope<unknown>, 'param'>[];
}

/** Narrows a list down to one advertiser, by name. What it is narrowed down to already is taken away by its chip. */
export function AdvertiserFilter({ list, scopes }: AdvertiserProps) {
  if (list.isPart || list.scope || !scopes.some(({ param }) => param === 'advertiser')) return null;
  return (
    <DialogButton name="Advertiser" title="Filter by advertiser">
      {(close) => (
        <AdvertiserPicker
          legend="Advertiser"
          chosen={[]}
          onChoose={([id]) => {
            close();
            if (id !== undefined) list.set('advertiser', String(id));
          }}
        />
      )}
    </DialogButton>
  );
}
