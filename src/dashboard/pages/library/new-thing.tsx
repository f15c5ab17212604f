import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { outcomeOf, type Refusal } from '../../api/outcome.ts';
import { among, DraftFields, type FieldOf, notNumbers, type Texts } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { useDraft } from '../../edit/use-draft.ts';
import type { TypedDocumentString } from '../../generated/graphql.ts';
import type { Written } from '../../undo/undoable.ts';
import type { Kind } from './kinds.ts';

interface Props<Name extends string, Input, Data, Result extends Written | Refusal> {
  /** Where its page is. */
  readonly kind: Kind | 'pixels';
  /** Those that what was typed so far asks for. */
  readonly fields: readonly FieldOf<Name>[] | ((values: Texts<Name>) => readonly FieldOf<Name>[]);
  readonly document: TypedDocumentString<Data, { input: Input; validateOnly: boolean }>;
  readonly resultOf: (data: Data) => Result;
  readonly madeOf: (done: Exclude<Result, Refusal>) => { readonly databaseId: number };
  readonly initial: Texts<Name>;
  readonly inputOf: (values: Texts<Name>) => Input;
  /** What must be chosen before the service can be asked. */
  readonly required: readonly Name[];
  /** Says what the service would answer to what was typed, such as how much it selects. */
  readonly tells?: (done: Exclude<Result, Refusal>) => ReactNode;
  /** What is chosen in another way than typed. */
  readonly extra?: (values: Texts<Name>, set: (values: Texts<Name>) => void) => ReactNode;
}

/** The fields of a thing that is not there yet; its page opens once it is. */
export function NewThing<Name extends string, Input, Data, Result extends Written | Refusal>({
  kind,
  fields,
  document,
  resultOf,
  madeOf,
  initial,
  inputOf,
  required,
  extra,
  tells,
}: Props<Name, Input, Data, Result>) {
  const navigate = useNavigate();
  const fieldsFor = (values: Texts<Name>) => (typeof fields === 'function' ? fields(values) : fields);
  const draft = useDraft({
    ...{ document, resultOf, initial },
    latest: undefined,
    inputOf,
    check: (values) =>
      new Map([
        ...notNumbers(fieldsFor(values), values),
        ...required.filter((name) => !values[name]).map((name) => [name, `${name} is required`] as const),
      ]),
  });
  const shown = fieldsFor(draft.values).map((field) =>
    field.name === 'name' || required.includes(field.name) ? { ...field, isRequired: true } : field,
  );
  const hasField = among(shown);
  // What is not typed yet is not said to be wrong where it has no field of its own.
  const isChosenBelow = (path: string) => required.some((name) => name === path && !draft.values[name]);
  const tried = draft.tried.data && outcomeOf(resultOf(draft.tried.data)).done;
  return (
    <DraftForm
      draft={draft}
      hasField={(path) => hasField(path) || isChosenBelow(path)}
      save="Create"
      onDone={(done) => void navigate(pageOf(kind, String(madeOf(done).databaseId)))}
    >
      <DraftFields fields={shown} stored={{}} draft={draft} />
      {extra?.(draft.values, draft.set)}
      {tried && tells?.(tried)}
    </DraftForm>
  );
}

const pageOf = (kind: Kind | 'pixels', id: string) =>
  kind === 'pixels'
    ? ({ to: '/pixels/$id', params: { id } } as const)
    : ({ to: '/library/$kind/$id', params: { kind, id } } as const);
