import { labelOf } from '../parts/changes/labels.ts';
import { Field } from '../parts/field.tsx';

/** What was typed; null is empty. */
export type Texts<Name extends string> = { readonly [name in Name]?: string | null };

export interface FieldOf<Name extends string> {
  readonly name: Name;
  /** Said instead of the field's name, where people choose by something else. */
  readonly label?: string;
  /** Where the service knows a field by another path than its name. */
  readonly path?: string;
  readonly isLong?: boolean;
  readonly type?: 'email' | 'tel' | 'url';
  /** The values to choose from, and their words where the service has some. */
  readonly choices?: readonly (string | readonly [value: string, name: string])[];
  /** Values that are often meant, where the service takes others too. */
  readonly suggestions?: readonly string[];
}

interface Props<Name extends string> {
  /** Of fields that are one thing together, such as a contact. */
  readonly title?: string;
  readonly fields: readonly FieldOf<Name>[];
  /** As they are stored. */
  readonly stored: { readonly [name in Name]?: unknown };
  readonly draft: {
    readonly values: Texts<Name>;
    readonly issues: ReadonlyMap<string, string>;
    set(values: Texts<Name>): void;
  };
}

/** Fields of one draft, each with the service's words about it. */
export function DraftFields<Name extends string>({ title, fields, stored, draft }: Props<Name>) {
  const { values, issues } = draft;
  const shown = (
    <div className="fields">
      {fields.map(({ name, label, path = name, type, choices, suggestions, isLong }) => (
        <Field
          key={name}
          // Of a contact's city, the group says whose.
          label={label ?? labelOf(name.replace(/^.*\./, ''))}
          value={String((name in values ? values[name] : stored[name]) ?? '')}
          issue={issues.get(path)}
          onChange={(text) => draft.set({ ...values, [name]: text === '' ? null : text })}
          {...(type && { type })}
          {...(isLong && { isLong })}
          {...(choices && { choices })}
          {...(suggestions && { suggestions })}
        />
      ))}
    </div>
  );
  if (!title) return shown;
  return (
    <fieldset className="field-group">
      <legend>{title}</legend>
      {shown}
    </fieldset>
  );
}

/** Whether one of the fields shows a problem of this path. */
export const among =
  (fields: readonly FieldOf<string>[]) =>
  (at: string): boolean =>
    fields.some(({ name, path = name }) => path === at);
