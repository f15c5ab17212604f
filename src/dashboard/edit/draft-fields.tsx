import { labelOf } from '../parts/changes/labels.ts';
import { Field } from '../parts/fields/field.tsx';
import { isNumber, NUMBER_WANTED } from '../parts/fields/numbers.ts';
import { symbolOf } from '../parts/format.ts';
import { issueOf } from '../parts/issue.ts';
import type { FieldOf, Texts } from './field-of.ts';
import { momentOf, wallTime } from './zoned.ts';

export type { FieldOf, Texts };

interface Props<Name extends string> {
  /** Of fields that are one thing together, such as a contact. */
  readonly title?: string;
  /** They stand in one row where there is room. */
  readonly isDense?: boolean;
  readonly fields: readonly FieldOf<Name>[];
  /** As they are stored. */
  readonly stored: { readonly [name in Name]?: unknown };
  /** Of its amounts. */
  readonly currency?: string;
  /** Of its times. */
  readonly zone?: string;
  readonly draft: {
    readonly values: Texts<Name>;
    readonly issues: ReadonlyMap<string, string>;
    set(values: Texts<Name>): void;
  };
}

/** Fields of one draft, each with the service's words about it. */
export function DraftFields<Name extends string>({
  title,
  isDense = false,
  fields,
  stored,
  draft,
  currency,
  zone,
}: Props<Name>) {
  const { values, issues } = draft;
  const shown = (
    <div className={isDense ? 'fields dense' : 'fields'}>
      {fields.map(
        ({ name, label: given, path = name, type, choices, isLong, isMoney, isMoment, ...others }) => {
          const { isRequired, rows, hint, list, suffix } = others;
          // Of a contact's city, the group says whose.
          const label = given ?? labelOf(name.replace(/^.*\./, ''));
          const value = String((name in values ? values[name] : stored[name]) ?? '');
          const set = (text: string | undefined) => draft.set({ ...values, [name]: text || null });
          if (isMoment && zone)
            return (
              <Field
                key={name}
                label={label}
                type="datetime-local"
                value={value === '' ? '' : wallTime(value, zone)}
                issue={issueOf(issues, path, label)}
                onChange={(text) => set(momentOf(text, zone))}
              />
            );
          return (
            <Field
              key={name}
              label={label}
              value={value}
              issue={issueOf(issues, path, label)}
              onChange={set}
              {...(type && { type })}
              {...(isLong && { isLong })}
              {...(hint && { hint })}
              {...(suffix && { suffix })}
              {...(isRequired && { isRequired })}
              {...(rows && { rows })}
              {...(list && { list })}
              {...(choices && { choices })}
              {...(isMoney && currency && { unit: symbolOf(currency) })}
            />
          );
        },
      )}
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

/** What cannot be sent, since GraphQL would not take it for a number. */
export function notNumbers<Name extends string>(fields: readonly FieldOf<Name>[], values: Texts<Name>) {
  const wrong = fields.filter((field) => {
    const text = values[field.name];
    return field.isNumber && text && !isNumber(text);
  });
  return new Map<string, string>(wrong.map(({ name, path = name }) => [path, NUMBER_WANTED]));
}

/** Whether one of the fields shows a problem of this path. */
export const among =
  (fields: readonly FieldOf<string>[]) =>
  (at: string): boolean =>
    fields.some(({ name, path = name }) => path === at);
