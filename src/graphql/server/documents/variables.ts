import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
} from 'graphql';
import type { GraphqlErrorCode } from '../../../http/error-catalogue.ts';
import { shortened } from '../short-messages.ts';
import { MAX_ERRORS } from './validation.ts';
import { variablesRefusal } from './variable-limits.ts';

const CODE = 'BAD_USER_INPUT' satisfies GraphqlErrorCode;

/** Returns the first errors of a request's variables; the very first has suggestions. */
export function variableErrors(request: {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
  readonly isSchemaHidden: boolean;
}): readonly GraphQLError[] {
  const { schema, document, operationName, variableValues, isSchemaHidden } = request;
  const operation = getOperationAST(document, operationName);
  const definitions = operation?.variableDefinitions ?? [];
  if (!operation || definitions.length === 0) return [];
  const refusal = variablesRefusal({ document, operation }, variableValues ?? {});
  if (refusal) return [coded(new GraphQLError(refusal))];
  const errors = (options: { maxErrors: number; hideSuggestions: boolean }) =>
    getVariableValues(schema, definitions, variableValues ?? {}, options).errors ?? [];
  const plain = errors({ maxErrors: MAX_ERRORS, hideSuggestions: true }).slice(0, MAX_ERRORS);
  if (plain.length === 0 || isSchemaHidden) return plain.map(coded);
  const [first] = errors({ maxErrors: 1, hideSuggestions: false });
  return [...(first ? [first] : []), ...plain.slice(1)].map(coded);
}

const coded = ({ message, nodes }: GraphQLError): GraphQLError =>
  new GraphQLError(shortened(message), {
    nodes: nodes ?? null,
    extensions: { code: CODE, http: { status: 400 } },
  });
