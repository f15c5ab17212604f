import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import type { ListColumn } from './resource.ts';

interface Props<Item, Field extends string> {
  readonly columns: readonly ListColumn<Item, Field>[];
  readonly shown: readonly ListColumn<Item, Field>[];
  readonly onChoose: (keys: readonly string[]) => void;
}

/** Which columns a list shows; the address keeps it. */
export function ColumnChooser<Item, Field extends string>({ columns, shown, onChoose }: Props<Item, Field>) {
  const keys = shown.map(({ key }) => key);
  const optional = columns.filter(({ shown }) => shown !== 'always');
  return (
    <DialogButton name="Columns" title="Columns">
      {(close) => (
        <>
          <ul className="column-choices">
            {optional.map(({ key, name, title = name }) => (
              <li key={key}>
                <label className="check">
                  <input
                    type="checkbox"
                    checked={keys.includes(key)}
                    onChange={({ target: { checked } }) =>
                      onChoose(checked ? [...keys, key] : keys.filter((other) => other !== key))
                    }
                  />
                  {title === name ? name : `${title} (${name})`}
                </label>
              </li>
            ))}
          </ul>
          <p className="row end">
            <button
              type="button"
              className="quiet"
              onClick={() =>
                onChoose(optional.filter(({ shown }) => shown === 'first').map(({ key }) => key))
              }
            >
              Reset
            </button>
            <button type="button" className="primary" onClick={close}>
              Done
            </button>
          </p>
        </>
      )}
    </DialogButton>
  );
}
