import { useId } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  /** The service's words about this field. */
  readonly issue: string | undefined;
  readonly onChange: (text: string) => void;
}

export function Field({ label, value, issue, onChange }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={value}
        aria-invalid={issue !== undefined}
        aria-describedby={issue ? `${id}-issue` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {issue && (
        <p id={`${id}-issue`} className="issue">
          {issue}
        </p>
      )}
    </div>
  );
}
