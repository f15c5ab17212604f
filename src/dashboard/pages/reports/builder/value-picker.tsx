import { useState } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { useSettled } from '../../../api/use-settled.ts';
import { DashboardReportValuesDocument, type SearchType } from '../../../generated/graphql.ts';
import { Choice } from '../../../parts/fields/choice.tsx';
import { COUNTRY } from '../shape.ts';
import { type Names, SEARCHED } from '../use-names.ts';

interface Props {
  readonly dimension: number;
  readonly countries: Names;
  readonly onTake: (id: string) => void;
}

/** Adds a value to a filter: countries from a list, what has a name by searching for it, all else by its ID. */
export function ValuePicker({ dimension, countries, onTake }: Props) {
  const type = SEARCHED[dimension];
  if (type) return <Search type={type} onTake={onTake} />;
  if (dimension !== COUNTRY) return <ById onTake={onTake} />;
  return (
    <Choice
      label="Values of the filter"
      value=""
      choices={[
        ['', 'Add a country…'],
        ...countries.map(({ value, name }) => [value, name ?? value] as const),
      ]}
      onChoose={(code) => code && onTake(code)}
    />
  );
}

function Search({ type, onTake }: { readonly type: SearchType; readonly onTake: Props['onTake'] }) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const asked = useSettled(typed === '' ? undefined : typed);
  const variables = { query: asked ?? '', types: [type] };
  const { data, error } = useRead(DashboardReportValuesDocument, variables, {
    enabled: asked !== undefined,
  }).result;
  const found = asked === undefined ? [] : (data?.search.nodes ?? []);
  return (
    <span className="value-search">
      <input
        type="search"
        aria-label="Values of the filter"
        placeholder="Name or ID"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          take(found[0]);
        }}
      />
      <span aria-live="polite">
        {error && <span className="issue">{error.message}</span>}
        {data && asked !== undefined && found.length === 0 && (
          <span className="muted">Nothing has such a name.</span>
        )}
      </span>
      {found.length > 0 && (
        <ul className="menu-items">
          {found.map((node) => (
            <li key={node.id}>
              <button type="button" onClick={() => take(node)}>
                <bdi>{'name' in node ? node.name : node.id}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </span>
  );

  function take(node: { readonly id: string } | undefined) {
    if (!node) return;
    onTake(node.id.replace(/^.*:/, ''));
    setText('');
  }
}

function ById({ onTake }: Pick<Props, 'onTake'>) {
  const [text, setText] = useState('');
  const take = () => {
    for (const id of text.split(/[\s,]+/).filter(Boolean)) onTake(id);
    setText('');
  };
  return (
    <input
      aria-label="Values of the filter"
      placeholder="ID, then Enter"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        take();
      }}
    />
  );
}
