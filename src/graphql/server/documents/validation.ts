import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  KnownTypeNamesRule,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  OverlappingFieldsCanBeMergedRule,
  SingleFieldSubscriptionsRule,
  specifiedRules,
  TypeInfo,
  ValidationContext,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  visit,
  visitInParallel,
  visitWithTypeInfo,
} from 'graphql';
import type { GraphqlErrorCode } from '../../../http/error-catalogue.ts';
import { documentLimit, isDocumentLimit } from '../limits.ts';
import { shortened, withoutStack } from '../short-messages.ts';
import { mergedFieldsRule } from './merged-fields.ts';
import { namedValues } from './named-values.ts';
import { subscriptionRoot } from './subscription-root.ts';

const CODE = 'GRAPHQL_VALIDATION_FAILED' satisfies GraphqlErrorCode;
/** The maximum number of errors in a response. Validation stops at the last of them. */
export const MAX_ERRORS = 5;
/** The maximum number of locations of an error. Each is searched from the start of the document. */
const MAX_LOCATIONS = 3;

/** The child nodes that rules use. Without visiting nodes of names, validation takes half the time. */
const CHILDREN = {
  Document: ['definitions'],
  OperationDefinition: ['variableDefinitions', 'directives', 'selectionSet'],
  VariableDefinition: ['variable', 'type', 'defaultValue', 'directives'],
  SelectionSet: ['selections'],
  Field: ['arguments', 'directives', 'selectionSet'],
  FragmentSpread: ['directives'],
  InlineFragment: ['typeCondition', 'directives', 'selectionSet'],
  FragmentDefinition: ['typeCondition', 'directives', 'selectionSet'],
  Directive: ['arguments'],
  Argument: ['value'],
  ListValue: ['values'],
  ObjectValue: ['fields'],
  ObjectField: ['value'],
  ListType: ['type'],
  NonNullType: ['type'],
} as const;

/**
 * Without suggestions: comparing a name with those of all types takes milliseconds, and no expected type narrows them
 * down.
 */
const knownTypeNames: ValidationRule = (context) =>
  KnownTypeNamesRule(Object.create(context, { hideSuggestions: { value: true } }));

const mergedFields = mergedFieldsRule(() => documentLimit('The document has too many fields that merge.'));

const replacements = new Map<ValidationRule, ValidationRule>([
  [KnownTypeNamesRule, knownTypeNames],
  [OverlappingFieldsCanBeMergedRule, mergedFields],
  [ValuesOfCorrectTypeRule, namedValues],
  [SingleFieldSubscriptionsRule, subscriptionRoot],
]);
const rules = specifiedRules.map((rule) => replacements.get(rule) ?? rule);

/** Only the first error has suggestions. */
class Context extends ValidationContext {
  readonly #found: readonly GraphQLError[];
  readonly #isSchemaHidden: boolean;
  readonly #hasVariables: boolean;

  constructor(options: {
    schema: GraphQLSchema;
    document: DocumentNode;
    types: TypeInfo;
    found: GraphQLError[];
    isSchemaHidden: boolean;
    hasVariables: boolean;
  }) {
    const { schema, document, types, found, isSchemaHidden, hasVariables } = options;
    super(schema, document, types, (error) => {
      found.push(error);
      if (found.length === MAX_ERRORS) throw new Enough();
    });
    this.#found = found;
    this.#isSchemaHidden = isSchemaHidden;
    this.#hasVariables = hasVariables;
  }

  /** Three rules use these, and each call would visit the whole document again. */
  override getRecursiveVariableUsages(operation: OperationDefinitionNode) {
    return this.#hasVariables ? super.getRecursiveVariableUsages(operation) : [];
  }

  override get hideSuggestions(): boolean {
    return this.#isSchemaHidden || this.#found.length > 0;
  }
}

class Enough extends Error {}

/** Returns the first errors of a document that was parsed within the limits, with short messages. */
export function validationErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  { isSchemaHidden }: { isSchemaHidden: boolean },
): readonly GraphQLError[] {
  const found: GraphQLError[] = [];
  const types = new TypeInfo(schema);
  const context = new Context({
    ...{ schema, document, types, found, isSchemaHidden },
    hasVariables: document.loc?.source.body.includes('$') ?? true,
  });
  const applied = isSchemaHidden ? [...rules, NoSchemaIntrospectionCustomRule] : rules;
  try {
    withoutText(document, () => {
      const visitors = visitInParallel(applied.map((rule) => rule(context)));
      visit(document, visitWithTypeInfo(types, visitors), CHILDREN as never);
    });
  } catch (error) {
    if (isDocumentLimit(error)) return [error];
    // Thrown by graphql-js when it has compared fragments with operations too often.
    if (error instanceof GraphQLError)
      return [documentLimit('The document uses variables and fragments in too many operations.')];
    if (!(error instanceof Enough)) throw error;
  }
  return found.map(({ message, nodes, extensions }) =>
    withoutStack(
      new GraphQLError(shortened(message), {
        nodes: nodes?.slice(0, MAX_LOCATIONS) ?? null,
        extensions: { code: CODE, ...extensions },
      }),
    ),
  );
}

/**
 * GraphQL finds the line of every node of every error by reading the text from its start. That would take seconds for
 * errors with thousands of nodes, so only the locations in the response are computed.
 */
function withoutText({ loc }: DocumentNode, work: () => void): void {
  const source = loc?.source ?? { body: '' };
  const { body } = source;
  source.body = '';
  try {
    work();
  } finally {
    source.body = body;
  }
}
