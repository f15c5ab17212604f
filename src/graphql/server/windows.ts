import {
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type GraphQLSchema,
  getOperationAST,
  valueFromASTUntyped,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { DomainContext } from '../../domain/context.ts';
import { fieldsOf, fragmentsOf } from './selections.ts';
import type { CallContext } from './streams/sessions.ts';

/** Counts a call in the window of a mutation. Throws RateLimitedError if the window is full. */
export type CountCall = (ctx: DomainContext) => Promise<void>;

/** Returns the extension of a mutation that has a window. Its verb counts the calls that reach it. */
export const withWindow = (countCall: CountCall) => ({ countCall });

const windowOf = (schema: GraphQLSchema, name: string): CountCall | undefined => {
  const extensions: { readonly countCall?: CountCall } | undefined = schema.getMutationType()?.getFields()[
    name
  ]?.extensions;
  return extensions?.countCall;
};

/** The mutations of a request that were reached, by response name. */
const reached = new WeakMap<object, Set<string>>();

/** Records which mutations with a window are reached. */
export function withNotedCalls(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field;
    if (!resolve || !windowOf(schema, field.name)) continue;
    field.resolve = (source, args, ctx, info) => {
      const names = reached.get(ctx) ?? new Set();
      reached.set(ctx, names.add(String(info.path.key)));
      return resolve(source, args, ctx, info);
    };
  }
  return schema;
}

/**
 * Counts calls in the window of their mutation that were refused because of variables or arguments before they reached
 * it.
 */
export function useWindows(): Plugin<CallContext> {
  return {
    onExecute({ args }) {
      const isMutation = getOperationAST(args.document, args.operationName)?.operation === 'mutation';
      if (!isMutation || args.contextValue.costOnly) return undefined;
      return {
        onExecuteDone: async ({ result }) => {
          if (Symbol.asyncIterator in result || isOverLimit(result)) return;
          for (const countCall of refusedCalls(args))
            await countCall(args.contextValue).catch(() => undefined);
        },
      };
    },
  };
}

/** A call that is over the limit does not count. */
const isOverLimit = ({ errors = [] }: ExecutionResult): boolean =>
  errors.some(
    ({ extensions: { code } }) => code === 'COST_LIMIT_EXCEEDED' || code === 'DOCUMENT_LIMIT_EXCEEDED',
  );

function refusedCalls({
  schema,
  document,
  operationName,
  variableValues,
  contextValue,
}: CallOf): CountCall[] {
  if (contextValue.replayed) return [];
  const sets = [getOperationAST(document, operationName)?.selectionSet];
  const variables = variableValues ?? {};
  return fieldsOf({ sets, fragments: fragmentsOf(document) }).flatMap(({ node }) => {
    const countCall = windowOf(schema, node.name.value);
    const isReached = reached.get(contextValue)?.has((node.alias ?? node.name).value);
    return countCall && !isReached && !isDryRun(node, variables) ? [countCall] : [];
  });
}

interface CallOf extends ExecutionArgs {
  readonly contextValue: CallContext;
}

function isDryRun(node: FieldNode, variables: { readonly [name: string]: unknown }): boolean {
  const given = node.arguments?.find(({ name }) => name.value === 'validateOnly');
  return given !== undefined && valueFromASTUntyped(given.value, variables) === true;
}
