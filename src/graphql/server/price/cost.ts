import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { isRecord } from '../../../domain/input.ts';
import { MAX_ROWS } from '../../../domain/parameters.ts';
import { DEFAULT_PAGE, MAX_PAGE } from '../../builder.ts';
import { asksOnlyFor, type Fragments, fieldsOf, fragmentsOf, type Selected } from '../selections.ts';
import { introspectionCost } from './introspection-cost.ts';
import { priceOf } from './price.ts';

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
/** Rows that are read and summed are less work than objects that are answered. */
const ROWS_PER_POINT = 10;
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
export function costOf(request: Request): number {
  return priced(request).cost;
}

interface Request {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables?: Variables | null | undefined;
}

/** The prices of one request. What it reads of the schema is counted once for all of them. */
export interface Priced {
  readonly cost: number;
  /** What it costs if lists have at most so many elements. */
  readonly costWith: (sizeOf: SizeOf) => number;
  /** What stays paid when none of its pages has a row: all of it where facts are read. */
  readonly least: () => number;
  /** What each field costs by itself, without the fields below. */
  readonly parts: () => Part[];
}

type SizeOf = (node: FieldNode) => number;

/** A field of a request, and the points of the objects that it may answer. */
interface Part {
  readonly node: FieldNode;
  /** The names on the way to it in the answer. */
  readonly path: readonly string[];
  readonly cost: number;
  /** The size of its page, where it has one. */
  readonly size: number | undefined;
}

const NOTHING: Priced = { cost: 0, costWith: () => 0, least: () => 0, parts: () => [] };

export function priced({ schema, document, operationName, variables }: Request): Priced {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return NOTHING;
  const shared = {
    schema,
    variables: { ...defaultsOf(operation), ...variables },
    fragments: fragmentsOf(document),
    ofSchema: new Map<FieldNode, number>(),
  };
  const pricing = (sizeOf: SizeOf = () => Number.POSITIVE_INFINITY) => new Pricing({ ...shared, sizeOf });
  const costWith = (sizeOf: SizeOf) => pricing(sizeOf).selection(operation.selectionSet, root);
  const whole = pricing();
  const cost = whole.selection(operation.selectionSet, root);
  return {
    cost,
    costWith,
    least: () => (whole.readsMore ? cost : costWith(() => 0)),
    parts: () => whole.parts(operation.selectionSet, root),
  };
}

class Pricing {
  /** Whether a field reads more rows than it answers. */
  readsMore = false;
  readonly #schema: GraphQLSchema;
  readonly #variables: Variables;
  readonly #fragments: Fragments;
  readonly #sizeOf: SizeOf;
  readonly #ofSchema: Map<FieldNode, number>;
  /** Each field of the document is priced once: fragments within fragments would multiply the work. */
  readonly #known = new Map<FieldNode, number>();

  constructor(options: {
    schema: GraphQLSchema;
    variables: Variables;
    fragments: Fragments;
    sizeOf: SizeOf;
    ofSchema: Map<FieldNode, number>;
  }) {
    this.#schema = options.schema;
    this.#variables = options.variables;
    this.#fragments = options.fragments;
    this.#sizeOf = options.sizeOf;
    this.#ofSchema = options.ofSchema;
  }

  /** The fields with objects below a selection; rows of a page belong to the field that answers the page. */
  parts(set: SelectionSetNode, type: GraphQLCompositeType, path: readonly string[] = [], times = 1): Part[] {
    return fieldsOf({ sets: [set], fragments: this.#fragments }).flatMap(({ node, on }) => {
      const parent = (on && this.#composite(on)) || type;
      const field =
        isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
      const below = field && getNamedType(field.type);
      if (!field || !isCompositeType(below) || !node.selectionSet) return [];
      const count = times * this.#times(node, field, parent);
      const within = IS_PAGE.test(parent.name) || /Edge$/.test(parent.name);
      const name = [...path, (node.alias ?? node.name).value];
      const size = within ? undefined : this.#size(node, field);
      const part = { node, path: name, cost: count, size };
      return [...(within ? [] : [part]), ...this.parts(node.selectionSet, below, name, count)];
    });
  }

  selection(set: SelectionSetNode, type: GraphQLCompositeType): number {
    const fields = fieldsOf({ sets: [set], fragments: this.#fragments });
    if (!isAbstractType(type)) return this.#sum(fields, type);
    // An object is of one type: it answers what is selected of all, and of its own.
    const isOfOne = ({ on }: Selected) => on !== undefined && isObjectType(this.#composite(on));
    const types = new Set(fields.filter(isOfOne).map(({ on }) => on));
    const ofAll = fields.filter((field) => !isOfOne(field));
    const prices = [...types].map((name) =>
      this.#sum(
        fields.filter(({ on }) => on === name),
        type,
      ),
    );
    return this.#sum(ofAll, type) + Math.max(0, ...prices);
  }

  #sum(fields: readonly Selected[], type: GraphQLCompositeType): number {
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
    if (name === '__schema' || name === '__type') return this.#schemaCost(node);
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
    const type = field && getNamedType(field.type);
    if (!field || !isCompositeType(type) || !node.selectionSet) return this.#mutation(node, parent);
    const below = this.selection(node.selectionSet, type);
    const own = isFree(field, parent, type.name) ? 0 : 1;
    const asked = priceOf(field.extensions)?.((name) => this.#argument(node, name));
    if (asked?.rows) this.readsMore = true;
    const times = asked?.items ?? this.#times(node, field, parent);
    const rows = times * (own + below) + Math.ceil((asked?.rows ?? 0) / ROWS_PER_POINT);
    const price = IS_PAGE.test(type.name) ? this.#page(node, times, rows) : rows;
    return this.#mutation(node, parent) + price + filtersIn(this.#argument(node, 'filter'));
  }

  #schemaCost(node: FieldNode): number {
    const known = this.#ofSchema.get(node);
    if (known !== undefined) return known;
    const cost = introspectionCost({
      schema: this.#schema,
      node,
      fragments: this.#fragments,
      argument: (node, name) => this.#argument(node, name),
    });
    this.#ofSchema.set(node, cost);
    return cost;
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
    const size = this.#size(node, field);
    if (size !== undefined) return Math.min(size, this.#sizeOf(node));
    if (!isListType(getNullableType(field.type))) return 1;
    const ids = this.#argument(node, 'ids');
    if (Array.isArray(ids)) return ids.length;
    const { mostItems } = field.extensions;
    if (typeof mostItems === 'number') return mostItems;
    return parent.name === 'Dictionary' ? DICTIONARY_LIST : LIST;
  }

  /** How many elements a page has at most; undefined for what is no page. */
  #size(node: FieldNode, field: GraphQLField<unknown, unknown>): number | undefined {
    for (const { name, defaultValue } of field.args) {
      const size = PAGE_SIZES.get(name);
      if (size)
        return pageSize(this.#argument(node, name) ?? this.#argument(node, 'last') ?? defaultValue, size);
    }
    return undefined;
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

/** Each filter within a filter is a point: it is work for every row that is looked at. */
function filtersIn(filter: unknown): number {
  if (!isRecord(filter)) return 0;
  const within = [filter.and, filter.or, filter.not].flat().filter(isRecord);
  return within.reduce((sum: number, one) => sum + 1 + filtersIn(one), 0);
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
