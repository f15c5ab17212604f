import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { MAX_ROWS } from '../../domain/parameters.ts';
import { DEFAULT_PAGE, MAX_PAGE } from '../builder.ts';
import { introspectionCost } from './introspection-cost.ts';
import { priceOf } from './price.ts';
import { asksOnlyFor, type Fragments, fieldsOf, fragmentsOf } from './selections.ts';

/** Points (RULINGS Q6): an object that may be returned is one, a mutation ten for each of its inputs. */
const MUTATION = 10;
/** The values of an object are in its point, up to so many; no type has more, but aliases ask for more. */
const VALUES_PER_POINT = 50;
/** Wrappers of a page's rows; the preview of a product set is one in all but name. */
const IS_PAGE = /(Connection|^ProductSetPreview|^DeliveryTable)$/;
/** A list without a page size and without `mostItems` in its extensions, such as an ad's schedules. */
const LIST = 5;
/** A list of the dictionary is whole: some have a few dozen entries, others more than a thousand. */
const DICTIONARY_LIST = 500;
/** A connection of which no row is asked for, only the total: counting is work too. */
const TOTAL = 1;
interface PageSize {
  readonly usual: number;
  readonly most: number;
}
/** The arguments that say how large a page is; `last` stands for `first`, and `mr` is the dictionary's. */
const PAGE_SIZES = new Map<string, PageSize>([
  ['first', { usual: DEFAULT_PAGE, most: MAX_PAGE }],
  ['limit', { usual: DEFAULT_PAGE, most: MAX_PAGE }],
  ['mr', { usual: MAX_ROWS, most: MAX_ROWS }],
]);
/** Points that one request may cost at most. */
export const CEILING = 20_000;

type Variables = Readonly<Record<string, unknown>>;

/**
 * What an operation may cost at most, known from the document, its variables and the schema alone. Aliases
 * count like separate fields; what a fragment holds counts wherever it is spread.
 */
export function costOf(request: {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables?: Variables | null | undefined;
}): number {
  const { schema, document, operationName } = request;
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return 0;
  const variables = { ...defaultsOf(operation), ...request.variables };
  return new Pricing({ schema, variables, fragments: fragmentsOf(document) }).selection(
    operation.selectionSet,
    root,
  );
}

class Pricing {
  readonly #schema: GraphQLSchema;
  readonly #variables: Variables;
  readonly #fragments: Fragments;
  /** Each field of the document is priced once: fragments within fragments would multiply the work. */
  readonly #known = new Map<FieldNode, number>();

  constructor(options: { schema: GraphQLSchema; variables: Variables; fragments: Fragments }) {
    this.#schema = options.schema;
    this.#variables = options.variables;
    this.#fragments = options.fragments;
  }

  selection(set: SelectionSetNode, type: GraphQLCompositeType): number {
    const fields = fieldsOf({ sets: [set], fragments: this.#fragments });
    let sum = Math.floor(fields.filter(({ node }) => !node.selectionSet).length / VALUES_PER_POINT);
    for (const { node, on } of fields) {
      const price = this.#known.get(node) ?? this.#field(node, (on && this.#composite(on)) || type);
      this.#known.set(node, price);
      sum += price;
    }
    return sum;
  }

  #field(node: FieldNode, parent: GraphQLCompositeType): number {
    const name = node.name.value;
    if (name === '__schema' || name === '__type')
      return introspectionCost({
        schema: this.#schema,
        node,
        fragments: this.#fragments,
        argument: (node, name) => this.#argument(node, name),
      });
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
    const type = field && getNamedType(field.type);
    if (!field || !isCompositeType(type) || !node.selectionSet) return this.#mutation(node, parent);
    const below = this.selection(node.selectionSet, type);
    const own = isFree(field, parent, type.name) ? 0 : 1;
    const price = priceOf(field.extensions)?.((name) => this.#argument(node, name));
    const times = price?.items ?? this.#times(node, field, parent);
    const rows = times * (own + below) + (price?.rows ?? 0);
    return this.#mutation(node, parent) + (IS_PAGE.test(type.name) ? this.#page(node, times, rows) : rows);
  }

  /** Rows are read for cursors and `pageInfo` too, even where no field of theirs is asked for. */
  #page(node: FieldNode, times: number, rows: number): number {
    const onlyTotal = asksOnlyFor({ fieldNodes: [node], fragments: this.#fragments }, 'totalCount');
    return onlyTotal ? TOTAL : Math.max(rows, times, 1);
  }

  #mutation(node: FieldNode, parent: GraphQLCompositeType): number {
    if (parent !== this.#schema.getMutationType()) return 0;
    return MUTATION * this.#items(node);
  }

  /** How many objects a field may answer. */
  #times(node: FieldNode, field: GraphQLField<unknown, unknown>, parent: GraphQLCompositeType): number {
    if (parent === this.#schema.getMutationType()) return this.#items(node);
    // A connection's page counts once, at the connection.
    if (IS_PAGE.test(parent.name) || /Edge$/.test(parent.name)) return 1;
    for (const { name, defaultValue } of field.args) {
      const size = PAGE_SIZES.get(name);
      if (size)
        return pageSize(this.#argument(node, name) ?? this.#argument(node, 'last') ?? defaultValue, size);
    }
    if (!isListType(getNullableType(field.type))) return 1;
    const { mostItems } = field.extensions;
    if (typeof mostItems === 'number') return mostItems;
    return parent.name === 'Dictionary' ? DICTIONARY_LIST : LIST;
  }

  /** A mutation of a list is as many mutations. */
  #items(node: FieldNode): number {
    const inputs = this.#argument(node, 'inputs');
    return Array.isArray(inputs) ? Math.max(inputs.length, 1) : 1;
  }

  #argument(node: FieldNode, name: string): unknown {
    const given = node.arguments?.find((argument) => argument.name.value === name);
    return given && valueFromASTUntyped(given.value, this.#variables);
  }

  #composite(name: string): GraphQLCompositeType | undefined {
    const type = this.#schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  }
}

/** Wrappers are no objects of anyone's: results and payloads, pages and edges, errors, the quota itself. */
function isFree(field: GraphQLField<unknown, unknown>, parent: GraphQLCompositeType, type: string): boolean {
  return (
    IS_PAGE.test(type) ||
    /(Result|Payload|Edge|PageInfo|Error)$/.test(type) ||
    /(Payload|Error)$/.test(parent.name) ||
    (field.name === 'rateLimit' && type === 'RateLimit')
  );
}

/** Variables are priced before they are checked: what is no page size is refused a little later. */
function pageSize(given: unknown, { usual, most }: PageSize): number {
  if (typeof given !== 'number' || !Number.isInteger(given)) return usual;
  return Math.min(Math.max(given, 0), most);
}

function defaultsOf(operation: OperationDefinitionNode): Variables {
  return Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}
