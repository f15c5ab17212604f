import {
  type DocumentNode,
  execute,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { schema } from '../schema.ts';
import type { CallContext } from '../server/streams/sessions.ts';
import type { Variables } from './walk.ts';

/**
 * Root fields without an expression in SQL. The executor answers them beside the statement, at the same time: one such
 * field must not slow down all others.
 */
export interface Beside {
  readonly document: DocumentNode;
  /** The names in the answer, in its order, and why each is here. */
  readonly fields: readonly { readonly name: string; readonly reason: string }[];
}

/** Stands in the text of a statement where such a field is. JSON escapes the character. */
export const BESIDE = '\u0003';

/** The part of an operation that the executor answers. */
export const besideOf = (
  operation: OperationDefinitionNode,
  fragments: Iterable<FragmentDefinitionNode>,
  fields: readonly { readonly name: string; readonly reason: string; readonly nodes: readonly FieldNode[] }[],
): Beside => ({
  document: {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        ...operation,
        selectionSet: { kind: Kind.SELECTION_SET, selections: fields.flatMap(({ nodes }) => nodes) },
      },
      ...fragments,
    ],
  },
  fields: fields.map(({ name, reason }) => ({ name, reason })),
});

/** Says that the executor is to answer the whole request, and every error in it. */
export class BesideRefused extends Error {}

/** The JSON of each field. @throws BesideRefused where one has an error */
export async function answerBeside(
  ctx: CallContext,
  { document, fields }: Beside,
  variables: Variables,
): Promise<string[]> {
  const { data, errors } = await execute({
    schema,
    document,
    variableValues: variables,
    contextValue: ctx,
  });
  if (errors || !data) throw new BesideRefused();
  return fields.map(({ name }) => JSON.stringify(data[name]));
}

/** The text of a statement with these fields in their places. */
export function withBeside(text: string, values: readonly string[]): string {
  if (values.length === 0) return text;
  return text
    .split(BESIDE)
    .map((part, index) => (index === 0 ? part : (values[index - 1] ?? 'null') + part))
    .join('');
}
