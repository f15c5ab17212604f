import { useState } from 'react';
import { words } from '../words.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  /** Values that are known. The service takes others too. */
  readonly known: readonly string[];
  readonly given: {
    readonly id: string;
    readonly 'aria-invalid': boolean;
    readonly 'aria-describedby'?: string | undefined;
  };
  readonly onChange: (text: string) => void;
}

const OTHER = ' ';

/** A choice among the values that are known, with a way to type another. */
export function OpenChoice({ label, value, known, given, onChange }: Props) {
  const [isTyped, setTyped] = useState(value !== '' && !known.includes(value));
  return (
    <>
      <select
        {...given}
        value={isTyped ? OTHER : value}
        onChange={({ target }) => {
          setTyped(target.value === OTHER);
          onChange(target.value.trim());
        }}
      >
        <option value="">–</option>
        {known.map((each) => (
          <option key={each} value={each}>
            {words(each)}
          </option>
        ))}
        <option value={OTHER}>Other…</option>
      </select>
      {isTyped && (
        <input
          aria-label={`${label}: other`}
          aria-invalid={given['aria-invalid']}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </>
  );
}
