interface Props {
  /** Read out; the row that it stands in has no room for it. */
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, name: string])[];
  readonly onChoose: (value: string) => void;
}

/** A choice in a row of controls. */
export function Choice({ label, value, choices, onChoose }: Props) {
  return (
    <select aria-label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
      {choices.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  );
}
