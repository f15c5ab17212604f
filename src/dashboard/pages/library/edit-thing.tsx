import type { ReactNode } from 'react';
import { outcomeOf, type Refusal } from '../../api/outcome.ts';
import { differencesOf, pick } from '../../edit/differences-of.ts';
import { among, DraftFields, type FieldOf, notNumbers, type Texts } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { useDraft } from '../../edit/use-draft.ts';
import type { DashboardChangeFragment, TypedDocumentString } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
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
  /** Says what the service would answer to what was typed, such as how much it selects. */
  readonly tells?: (done: Exclude<Result, Refusal>) => ReactNode;
  /** What is chosen in another way than typed. */
  readonly extra?: (values: Texts<Name>, set: (values: Texts<Name>) => void) => ReactNode;
  readonly wide?: boolean;
  /** Words for a problem without a field of its own. */
  readonly issueText?: (values: Texts<Name>, path: string, text: string) => string;
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
    <DialogButton name="Edit" title={`Edit ${props.noun}`} wide={props.wide === true}>
      {(close) => <Form {...props} onDone={close} />}
    </DialogButton>
  );
}

function Form<Name extends string, Found extends Editable, Input, Data, Result extends Written | Refusal>(
  props: Props<Name, Found, Input, Data, Result> & { readonly onDone: () => void },
) {
  const { thing, fields, document, resultOf, inputOf, issueText, onDone } = props;
  const draft = useDraft({
    ...{ document, resultOf },
    latest: thing,
    initial: {} as Texts<Name>,
    inputOf: (values, { id, updatedAt }) => inputOf(values, { id, updatedAt }),
    check: (values) => notNumbers(fields, values),
  });
  const tried = draft.tried.data && outcomeOf(resultOf(draft.tried.data)).done;
  const names = fields.map(({ name }) => name);
  return (
    <DraftForm
      draft={draft}
      lastChange={thing.history.nodes[0]}
      theirs={differencesOf(pick(draft.opened, names), pick(thing, names))}
      hasField={among(fields)}
      {...(issueText && {
        issueText: (path: string, text: string) => issueText(draft.values, path, text),
      })}
      onDone={onDone}
    >
      <DraftFields fields={fields} stored={thing} draft={draft} />
      {props.extra?.(draft.values, draft.set)}
      {tried && props.tells?.(tried)}
    </DraftForm>
  );
}
