import { useState } from 'react';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { Choice } from '../../parts/fields/choice.tsx';
import { NUMBER_WANTED } from '../../parts/fields/numbers.ts';
import { number } from '../../parts/format.ts';
import {
  type Condition,
  type ConditionColumn,
  comparable,
  comparisonsOf,
  conditionsText,
  isComplete,
  MAX_CONDITIONS,
  unitOf,
} from './conditions.ts';
import type { List } from './use-list.ts';

type Columns = readonly Pick<ConditionColumn<unknown>, 'key' | 'name' | 'kind'>[];

interface Props {
  readonly list: List;
  readonly columns: Columns;
}

const FIRST: Condition = { key: 'SPEND', comparison: 'gt', value: '' };

/** Conditions on figures and columns, all of which rows must meet. */
export function ConditionButton({ list, columns }: Props) {
  const { conditions } = list;
  const count = conditions.length > 0 ? ` (${number(conditions.length)})` : '';
  return (
    <DialogButton name={`Conditions${count}`} title="Conditions">
      {(close) => <ConditionForm list={list} columns={columns} close={close} />}
    </DialogButton>
  );
}

function ConditionForm({ list, columns, close }: Props & { readonly close: () => void }) {
  const [drafts, setDrafts] = useState<readonly Condition[]>(
    list.conditions.length > 0 ? list.conditions : [FIRST],
  );
  const typed = drafts.filter(({ value }) => value.trim() !== '');
  const isValid = typed.every((draft) => isComplete(columns, draft));
  const set = (at: number, change: Partial<Condition>) =>
    setDrafts(drafts.map((draft, index) => (index === at ? { ...draft, ...change } : draft)));
  return (
    <form
      className="conditions"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid) return;
        list.set('where', conditionsText(typed) ?? '');
        close();
      }}
    >
      <p className="muted">A row is shown if all of them are true, for the days of the list.</p>
      {drafts.map((draft, at) => (
        <ConditionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no other name than its place
          key={at}
          columns={columns}
          draft={draft}
          at={at}
          currency={list.shownCurrency}
          onChange={(change) => set(at, change)}
          onRemove={() => setDrafts(drafts.filter((_, index) => index !== at))}
        />
      ))}
      <p className="row end">
        <button
          type="button"
          disabled={drafts.length >= MAX_CONDITIONS}
          onClick={() => setDrafts([...drafts, FIRST])}
        >
          Add a condition
        </button>
        <button type="submit" className="primary" disabled={!isValid}>
          Apply
        </button>
      </p>
    </form>
  );
}

interface FieldsProps {
  readonly columns: Columns;
  readonly draft: Condition;
  readonly at: number;
  readonly currency: string | null;
  readonly onChange: (change: Partial<Condition>) => void;
  readonly onRemove: () => void;
}

function ConditionFields({ columns, draft, at, currency, onChange, onRemove }: FieldsProps) {
  const { key, comparison, value } = draft;
  const isWrong = value.trim() !== '' && !isComplete(columns, draft);
  const issue = `condition-${at}`;
  const name = number(at + 1);
  return (
    <fieldset className="having">
      <legend>{at === 0 ? 'Rows with' : 'And'}</legend>
      <Choice
        label={`Column of condition ${name}`}
        value={key}
        choices={comparable(columns)}
        onChoose={(chosen) => {
          const fitting = comparisonsOf(columns, chosen).map(([each]) => each);
          const kept = fitting.find((each) => each === comparison);
          onChange({ key: chosen, comparison: kept ?? fitting[0] ?? comparison });
        }}
      />
      <Choice
        label={`Comparison of condition ${name}`}
        value={comparison}
        choices={comparisonsOf(columns, key)}
        onChoose={(chosen) => onChange({ comparison: chosen })}
      />
      <input
        className="short"
        aria-label={`Value of condition ${name}`}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? issue : undefined}
        value={value}
        onChange={({ target }) => onChange({ value: target.value })}
      />
      <span className="muted">{unitOf(key, currency)}</span>
      <button type="button" className="quiet" aria-label={`Remove condition ${name}`} onClick={onRemove}>
        ×
      </button>
      {isWrong && (
        <p id={issue} className="issue">
          {NUMBER_WANTED}
        </p>
      )}
    </fieldset>
  );
}
