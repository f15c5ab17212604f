interface SelectProps {
  readonly label: string;
  readonly value: number;
  readonly choices: Readonly<Record<number, string>>;
  readonly onChoose: (id: number) => void;
}

export function Select({ label, value, choices, onChoose }: SelectProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChoose(Number(target.value))}>
        {Object.entries(choices).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

export function Day({ label, value, onChange }: DayProps) {
  return (
    <label>
      {label}
      <input type="date" value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

interface CheckListProps {
  readonly legend: string;
  readonly entries: readonly { readonly id: number; readonly name: string }[];
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
}

export function CheckList({ legend, entries, chosen, onChange }: CheckListProps) {
  return (
    <fieldset className="checks">
      <legend>{legend}</legend>
      {entries.map(({ id, name }) => (
        <label className="check" key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
