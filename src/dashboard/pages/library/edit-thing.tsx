import type { Refusal } from '../../api/outcome.ts';
import { differencesOf, pick } from '../../edit/differences-of.ts';
import { among, DraftFields, type FieldOf, notNumbers, type Texts } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { useDraft } from '../../edit/use-draft.ts';
import type { DashboardChangeFragment, TypedDocumentString } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialog-button.tsx';
import type { Written } from '../../undo/undoable.ts';

interface Editable {
  readonly id: string;
  readonly updatedAt: string;
  readonly history: { readonly nodes: readonly DashboardChangeFragment[] };
}

interface Props<Name extends string, Found extends Editable, Input, Data, Result> {
  readonly noun: string;
  readonly thing: Found & { readonly [name in Name]?: unknown };
  readonly fields: readonly FieldOf<Name>[];
  readonly document: TypedDocumentString<Data, { input: Input; validateOnly: boolean }>;
  readonly resultOf: (data: Data) => Result;
  /** What was typed, as the service takes it. */
  readonly inputOf: (values: Texts<Name>, of: { readonly id: string; readonly updatedAt: string }) => Input;
}

/** The values of a thing, in a form of a dialog. */
export function EditThing<
  Name extends string,
  Found extends Editable,
  Input,
  Data,
  Result extends Written | Refusal,
>(props: Props<Name, Found, Input, Data, Result>) {
  return (
    <DialogButton name="Edit" title={`Edit ${props.noun}`}>
      {(close) => <Form {...props} onDone={close} />}
    </DialogButton>
  );
}

function Form<Name extends string, Found extends Editable, Input, Data, Result extends Written | Refusal>(
  props: Props<Name, Found, Input, Data, Result> & { readonly onDone: () => void },
) {
  const { thing, fields, document, resultOf, inputOf, onDone } = props;
  const draft = useDraft({
    ...{ document, resultOf },
    latest: thing,
    initial: {} as Texts<Name>,
    inputOf: (values, { id, updatedAt }) => inputOf(values, { id, updatedAt }),
    check: (values) => notNumbers(fields, values),
  });
  const names = fields.map(({ name }) => name);
  return (
    <DraftForm
      draft={draft}
      lastChange={thing.history.nodes[0]}
      theirs={differencesOf(pick(draft.opened, names), pick(thing, names))}
      hasField={among(fields)}
      onDone={onDone}
    >
      <DraftFields fields={fields} stored={thing} draft={draft} />
    </DraftForm>
  );
}
