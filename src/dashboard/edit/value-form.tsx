import type { ReactNode } from 'react';
import type { Refusal } from '../api/outcome.ts';
import type { TypedDocumentString } from '../generated/graphql.ts';
import type { Written } from '../undo/undoable.ts';
import { among, DraftFields, type FieldOf, notNumbers, type Texts } from './draft-fields.tsx';
import { DraftForm } from './draft-form.tsx';
import { useDraft } from './use-draft.ts';

interface Props<Name extends string, Row, Input, Data, Result> {
  /** As it was read: its `updatedAt` is the precondition. */
  readonly row: Row & { readonly [name in Name]?: unknown };
  readonly fields: readonly FieldOf<Name>[];
  readonly currency: string;
  readonly document: TypedDocumentString<Data, { input: Input; validateOnly: boolean }>;
  readonly resultOf: (data: Data) => Result;
  readonly inputOf: (values: Texts<Name>, opened: Row) => Input;
  /** Said of what is typed, below the fields. */
  readonly note?: (values: Texts<Name>) => ReactNode;
  readonly onDone: () => void;
}

/** A form for a few values of a thing, with what the service would change and why not. */
export function ValueForm<Name extends string, Row, Input, Data, Result extends Written | Refusal>(
  props: Props<Name, Row, Input, Data, Result>,
) {
  const { row, fields, currency, document, resultOf, inputOf, note, onDone } = props;
  const draft = useDraft({
    ...{ document, resultOf, latest: row as Row, initial: {} as Texts<Name>, inputOf },
    check: (values: Texts<Name>) => notNumbers(fields, values),
  });
  return (
    <DraftForm draft={draft} hasField={among(fields)} currency={currency} onDone={onDone}>
      <DraftFields fields={fields} draft={draft} stored={row} currency={currency} />
      {note?.(draft.values)}
    </DraftForm>
  );
}
