import { type ReactNode, useId } from 'react';
import { words } from '../words.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  /** The service's words about this field. */
  readonly issue: string | undefined;
  readonly onChange: (text: string) => void;
  /** Marked with an asterisk. */
  readonly isRequired?: boolean;
  readonly type?: 'email' | 'tel' | 'url' | 'date' | 'datetime-local';
  /** Has more to show than others. */
  readonly isLong?: boolean;
  /** The values to choose from, and their words where the service has some. */
  readonly choices?: readonly (string | readonly [value: string, name: string])[];
  readonly placeholder?: string;
  /** Rows to type in, where one is not enough. */
  readonly rows?: number;
  /** The id of a `datalist` that offers what can be typed. */
  readonly list?: string;
  /** Stands before what is typed, such as the symbol of a currency. */
  readonly unit?: string;
  /** Stands behind what is typed, such as `CPC`. */
  readonly suffix?: string;
  /** What it means, below it. */
  readonly hint?: string;
}

/** A labelled value, typed or chosen. */
export function Field({
  label,
  value,
  issue,
  onChange,
  type,
  choices,
  placeholder,
  isLong,
  isRequired,
  unit,
  suffix,
  hint,
  rows,
  list,
}: Props) {
  const id = useId();
  const named = {
    id,
    'aria-required': isRequired,
    'aria-invalid': issue !== undefined,
    'aria-describedby':
      [unit && `${id}-unit`, suffix && `${id}-suffix`, hint && `${id}-hint`, issue && `${id}-issue`]
        .filter(Boolean)
        .join(' ') || undefined,
  };
  const given = {
    ...named,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <div className={isLong ? 'field long' : 'field'}>
      <label htmlFor={id} className={isRequired ? 'required' : undefined}>
        {label}
      </label>
      {choices ? (
        <select {...given}>
          {choices.every((choice) => choice[0] !== value && choice !== value) && (
            <option value={value}>{value || '–'}</option>
          )}
          {choices.map((choice) => {
            const [key, name] = typeof choice === 'string' ? [choice, words(choice)] : choice;
            return (
              <option key={key} value={key}>
                {name}
              </option>
            );
          })}
        </select>
      ) : rows ? (
        <textarea {...given} rows={rows} placeholder={placeholder} />
      ) : (
        <Typed {...{ id, unit, suffix }}>
          <input
            {...given}
            type={type}
            list={list}
            placeholder={placeholder}
            // Takes seconds, and shows them only where there are some.
            step={type === 'datetime-local' ? 'any' : undefined}
          />
        </Typed>
      )}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {issue && (
        <p id={`${id}-issue`} className="issue">
          {issue}
        </p>
      )}
    </div>
  );
}

interface TypedProps {
  /** Of the field, which unit and suffix describe. */
  readonly id: string;
  readonly unit: string | undefined;
  readonly suffix: string | undefined;
  readonly children: ReactNode;
}

function Typed({ id, unit, suffix, children }: TypedProps) {
  if (!unit && !suffix) return children;
  return (
    <span className="typed">
      {unit && (
        <span id={`${id}-unit`} className="muted">
          {unit}
        </span>
      )}
      {children}
      {suffix && (
        <span id={`${id}-suffix`} className="muted">
          {suffix}
        </span>
      )}
    </span>
  );
}
