import {
  type ExecutionArgs,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  getOperationAST,
  isUnionType,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { cut } from '../../resources/define/issues.ts';
import { graphqlFault } from './fault.ts';
import { Sizes } from './price/sizes.ts';
import { type Fragments, fieldsOf, fragmentsOf } from './selections.ts';

/** The maximum size in bytes of a response in which everything is refused, whatever is selected of the errors. */
const MAX_BYTES = 63 * 1024;
/** The part for field names and values with a fixed length. The rest is for problems and messages. */
const MAX_FIXED_BYTES = 56 * 1024;
/** The maximum size in bytes of one error's problems, however often they are selected. */
const MAX_TEXT_BYTES = 48 * 1024;

/** Quotes, colon and comma. */
const AROUND_NAME = 4;
const AROUND_OBJECT = 3;

/** The remaining bytes for error texts in the response to a request. */
const room = new WeakMap<object, number>();

/** Refuses mutations whose errors alone could make a response too large, before anything is written. */
export function useRefusalLimit(): Plugin {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const fixed = fixedBytes(args);
      room.set(args.contextValue, Math.min(MAX_BYTES - fixed, MAX_TEXT_BYTES));
      if (fixed <= MAX_FIXED_BYTES) return;
      const message =
        'The selected fields of errors could make the answer longer than 64 KiB. Select each of them once, or send fewer inputs at a time.';
      setResultAndStopExecution({
        errors: [graphqlFault('DOCUMENT_LIMIT_EXCEEDED', message, { http: { status: 400 } })],
      });
    },
  };
}

/** Truncates an error text to the remaining space. */
export function withinRoom(ctx: object, text: string): string {
  const bytes = bytesOf(text);
  if (takeRoom(ctx, bytes)) return text;
  // A character takes six bytes at most.
  const fitting = Math.floor((room.get(ctx) ?? 0) / 6) - 1;
  const part = fitting > 0 ? cut(text, fitting) : '';
  takeRoom(ctx, bytesOf(part));
  return part;
}

/** Returns the problems of an error if there is space for them as they are selected; otherwise none. */
export function issuesWithinRoom<Issue extends { readonly path: string; readonly message: string }>(
  ctx: object,
  issues: readonly Issue[],
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
): Issue[] {
  const fields = fieldsOf({ sets: fieldNodes.map(({ selectionSet }) => selectionSet), fragments });
  const bytes = issues.reduce(
    (sum, issue) =>
      sum + AROUND_OBJECT + fields.reduce((sum, { node }) => sum + bytesOfField(node, issue), 0),
    0,
  );
  return takeRoom(ctx, bytes) ? [...issues] : [];
}

function bytesOfField(
  { name, alias }: FieldNode,
  { path, message }: { path: string; message: string },
): number {
  const values: Readonly<Record<string, string>> = { path, message, __typename: 'ValidationIssue' };
  return (alias ?? name).value.length + AROUND_NAME + bytesOf(values[name.value] ?? '');
}

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));

function takeRoom(ctx: object, bytes: number): boolean {
  const left = (room.get(ctx) ?? MAX_TEXT_BYTES) - bytes;
  if (left < 0) return false;
  room.set(ctx, left);
  return true;
}

/** Returns the size of a request's errors without their texts, if every input of its mutations is refused. */
function fixedBytes({ schema, document, operationName, variableValues }: ExecutionArgs): number {
  const operation = getOperationAST(document, operationName);
  const root = schema.getMutationType();
  if (operation?.operation !== 'mutation' || !root) return 0;
  const sizes = new Sizes({ schema, variables: variableValues ?? {}, sizeOf: () => 1 });
  const fragments = fragmentsOf(document);
  return fieldsOf({ sets: [operation.selectionSet], fragments }).reduce((sum, { node }) => {
    const field = root.getFields()[node.name.value];
    const result = field && getNamedType(field.type);
    if (!isUnionType(result)) return sum;
    const errors = result.getTypes().filter((type) => type.getInterfaces().some(isError));
    const each = Math.max(0, ...errors.map((type) => bytesOfError(type, node, fragments)));
    return sum + (node.alias ?? node.name).value.length + AROUND_NAME + sizes.items(node) * each;
  }, 0);
}

const isError = ({ name }: { readonly name: string }): boolean => name === 'Error';

function bytesOfError(type: GraphQLObjectType, { selectionSet }: FieldNode, fragments: Fragments): number {
  const names = new Set([type.name, ...type.getInterfaces().map(({ name }) => name)]);
  const isOther = (on: string | undefined) => on !== undefined && !names.has(on) && !on.endsWith('Result');
  return fieldsOf({ sets: [selectionSet], fragments })
    .filter(({ on }) => !isOther(on))
    .reduce(
      (sum, { node: { alias, name } }) =>
        sum + (alias ?? name).value.length + AROUND_NAME + (LENGTHS[name.value]?.(type) ?? 2),
      AROUND_OBJECT,
    );
}

/** The bytes of values that are not counted as text. */
const LENGTHS: Readonly<Record<string, (type: GraphQLObjectType) => number>> = {
  __typename: ({ name }) => name.length + 2,
  // Includes underscores and quotes.
  code: ({ name }) => name.length,
  httpStatus: () => 3,
  limit: () => 40,
  retryAfter: () => 10,
};
