import type { ReactNode } from 'react';
import { DraftFields, type FieldOf, type Texts } from '../../edit/draft-fields.tsx';
import { labelOf } from '../../parts/changes/labels.ts';
import { price } from '../../parts/format.ts';
import { words } from '../../parts/words.ts';
import { type LineField, OTHER_GROUPS } from './line-fields.ts';

type Values = { readonly [name in LineField]?: unknown };

interface Props {
  readonly stored: Values;
  readonly currency: string;
  readonly draft: {
    readonly values: Texts<LineField>;
    readonly issues: ReadonlyMap<string, string>;
    set(values: Texts<LineField>): void;
  };
  /** Adds units and choices to the fields. */
  readonly completed: (fields: readonly FieldOf<LineField>[]) => readonly FieldOf<LineField>[];
}

/** What is seldom changed: each group is folded, and says what is set in it. */
export function OtherSettings({ stored, currency, draft, completed }: Props) {
  return OTHER_GROUPS.map(({ title, fields }) => {
    const shown = completed(fields);
    const set = setIn(shown, { ...stored, ...draft.values }, currency);
    const hasIssue = fields.some(({ name, path = name }) => draft.issues.has(path));
    return (
      <Folded key={title} title={title} text={set.join(' · ') || 'Nothing set'} isOpen={hasIssue}>
        <DraftFields fields={shown} stored={stored} draft={draft} currency={currency} />
      </Folded>
    );
  });
}

interface FoldedProps {
  readonly title: string;
  /** What is set within. */
  readonly text: string;
  /** Something within has to be seen. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

function Folded({ title, text, isOpen, children }: FoldedProps) {
  return (
    <details className="folded" {...(isOpen && { open: true })}>
      <summary>
        <strong>{title}</strong> <span className="muted">{text}</span>
      </summary>
      {children}
    </details>
  );
}

/** The values of fields that have one, with their names: `Most per goal: $5.00`. */
function setIn(fields: readonly FieldOf<LineField>[], values: Values, currency: string): readonly string[] {
  return fields.flatMap(({ name, label = labelOf(name), choices, isMoney }) => {
    const value = values[name];
    if (value === null || value === undefined || value === '') return [];
    return [`${label}: ${textOf(String(value), choices, isMoney ? currency : undefined)}`];
  });
}

function textOf(value: string, choices: FieldOf<string>['choices'], currency: string | undefined): string {
  const chosen = choices?.find((choice) => (typeof choice === 'string' ? choice : choice[0]) === value);
  if (chosen !== undefined) return typeof chosen === 'string' ? words(chosen) : chosen[1];
  return currency && Number.isFinite(Number(value)) ? price(value, currency) : value;
}
