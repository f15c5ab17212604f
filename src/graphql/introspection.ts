import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { documentOf } from './documents.ts';
import { isIntrospection } from './limits.ts';
import { schema } from './schema.ts';
import { fieldsOf, fragmentsOf } from './selections.ts';

/** With introspection off, neither `__schema` nor a hint in an error message shows what the schema has. */
export function useIntrospectionSetting({ introspection }: Pick<Config, 'introspection'>): Plugin {
  if (introspection !== 'off') return {};
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(NoSchemaIntrospectionCustomRule);
      return ({ valid, result, setResult }) => {
        if (!valid) setResult(result.map(withoutHint));
      };
    },
  };
}

function withoutHint(error: Error): GraphQLError {
  const { nodes = null, extensions = {} } = error as Partial<GraphQLError>;
  return new GraphQLError(error.message.replace(/ Did you mean .*$/s, ''), { nodes, extensions });
}

/**
 * The answer to a document that only asks for the schema, for callers without a token where the setting
 * allows that; undefined for any other.
 */
export function introspect(body: unknown): ExecutionResult | undefined {
  const { query, operationName, variables } = (body ?? {}) as Record<string, unknown>;
  if (typeof query !== 'string') return undefined;
  const document = parsed(query);
  if (!document || !isIntrospectionOnly(document)) return undefined;
  if (validate(schema, document).length > 0) return undefined;
  return execute({
    schema,
    document,
    operationName: typeof operationName === 'string' ? operationName : null,
    variableValues: (variables ?? {}) as Record<string, unknown>,
  }) as ExecutionResult;
}

function parsed(query: string): DocumentNode | undefined {
  try {
    return documentOf(query);
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

function isIntrospectionOnly(document: DocumentNode): boolean {
  const fragments = fragmentsOf(document);
  return document.definitions.every(
    (definition) =>
      definition.kind !== Kind.OPERATION_DEFINITION ||
      (definition.operation === 'query' &&
        fieldsOf({ sets: [definition.selectionSet], fragments }).every(({ node }) => isIntrospection(node))),
  );
}
