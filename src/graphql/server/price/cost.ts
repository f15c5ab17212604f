import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { isRecord } from '../../../resources/define/input.ts';
import { nestedFilters } from '../../../resources/filter/nested-filters.ts';
import { type Fragments, fieldsOf, fragmentsOf, type Selected, selectsOnly } from '../selections.ts';
import { introspectionCost } from './introspection-cost.ts';
import { priceOf } from './price.ts';
import { type Reads, ReadsPricing } from './reads.ts';
import { defaultsOf, isPage, isWithinPage, type SizeOf, Sizes, type Variables } from './sizes.ts';

/** Each object that may be returned costs one point; a mutation costs ten per input. */
const MUTATION = 10;
/** An object's point pays for this many values. No type has more fields; only aliases can select more. */
const VALUES_PER_POINT = 50;
/** Reading and summing a row is less work than returning an object. */
const ROWS_PER_POINT = 10;
/** The cost of a connection that only selects the total, because counting is work too. */
const TOTAL = 1;
/** A value at the root is read by a separate statement for each alias. */
const ROOT_VALUE = 1;
/** The maximum number of points that one request can cost. */
export const CEILING = 20_000;

/**
 * Returns the maximum cost of an operation, computed from the document, its variables and the schema only. Aliases
 * count like separate fields; a fragment counts wherever it is spread.
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

/** The prices of one request. Introspection is counted once for all of them. */
export interface Priced {
  readonly cost: number;
  /** The cost with other page sizes. */
  readonly costWith: (sizeOf: SizeOf) => number;
  /** The cost that is not refunded even if all pages are empty; the whole cost if facts are read. */
  readonly least: () => number;
  /** What its lists read to find their rows. This is not part of the cost, and never refunded. */
  readonly reads: (sizeOf?: SizeOf) => Reads;
  /** The cost of each field, without the fields below it. */
  readonly parts: () => Part[];
}

/** A field of a request, and the points of the objects that it may return. */
interface Part {
  readonly node: FieldNode;
  /** The response names on the path to the field. */
  readonly path: readonly string[];
  readonly cost: number;
  /** The size of its page, if it has one. */
  readonly size: number | undefined;
}

export const NOTHING: Priced = {
  cost: 0,
  costWith: () => 0,
  least: () => 0,
  reads: () => new Map(),
  parts: () => [],
};

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
  const pricing = (sizeOf: SizeOf = NO_BOUND) => new Pricing({ ...shared, sizeOf });
  const costWith = (sizeOf: SizeOf) => pricing(sizeOf).selection(operation.selectionSet, root);
  const whole = pricing();
  const cost = whole.selection(operation.selectionSet, root);
  return {
    cost,
    costWith,
    least: () => (whole.readsMore ? cost : Math.max(whole.filters, costWith(NO_ROWS))),
    reads: (sizeOf = NO_BOUND) =>
      new ReadsPricing({ ...shared, sizes: new Sizes({ ...shared, sizeOf }) }).selection(
        operation.selectionSet,
        root,
      ),
    parts: () => whole.parts(operation.selectionSet, root),
  };
}

const NO_BOUND: SizeOf = () => undefined;
const NO_ROWS: SizeOf = () => 0;

class Pricing {
  /** Whether a field reads more rows than it returns. */
  readsMore = false;
  /** The number of nested filters of all fields. Reading them is work even if there are no rows. */
  filters = 0;
  readonly #schema: GraphQLSchema;
  readonly #sizes: Sizes;
  readonly #fragments: Fragments;
  readonly #ofSchema: Map<FieldNode, number>;
  /** Each field of the document is priced once: nested fragments would otherwise multiply the work. */
  readonly #known = new Map<FieldNode, number>();

  constructor(options: {
    schema: GraphQLSchema;
    variables: Variables;
    fragments: Fragments;
    sizeOf: SizeOf;
    ofSchema: Map<FieldNode, number>;
  }) {
    this.#schema = options.schema;
    this.#sizes = new Sizes(options);
    this.#fragments = options.fragments;
    this.#ofSchema = options.ofSchema;
  }

  /**
   * Returns the fields with objects below a selection. Rows of a page are counted for the field that returns the page.
   */
  parts(set: SelectionSetNode, type: GraphQLCompositeType, path: readonly string[] = [], times = 1): Part[] {
    return fieldsOf({ sets: [set], fragments: this.#fragments }).flatMap(({ node, on }) => {
      const parent = (on && this.#composite(on)) || type;
      const field =
        isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
      const below = field && getNamedType(field.type);
      if (!field || !isCompositeType(below) || !node.selectionSet) return [];
      const count = times * this.#sizes.times(node, field, parent);
      const within = isWithinPage(parent);
      const name = [...path, (node.alias ?? node.name).value];
      const isSized = !within && field.args.some(({ name }) => name === 'first');
      const size = isSized ? this.#sizes.page(node, field) : undefined;
      const part = { node, path: name, cost: count, size };
      return [...(within ? [] : [part]), ...this.parts(node.selectionSet, below, name, count)];
    });
  }

  selection(set: SelectionSetNode, type: GraphQLCompositeType): number {
    const fields = fieldsOf({ sets: [set], fragments: this.#fragments });
    if (!isAbstractType(type)) return this.#sum(fields, type);
    // An object has one type, so it returns what is selected on all types and on its own.
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
    if (type === this.#schema.getQueryType()) sum += freeAgain(fields);
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
    if (!field || !isCompositeType(type) || !node.selectionSet)
      return (
        this.#mutation(node, parent) + (field && parent === this.#schema.getQueryType() ? ROOT_VALUE : 0)
      );
    const below = this.selection(node.selectionSet, type);
    const own = isFree(field, parent, type.name) ? 0 : 1;
    const declared = priceOf(field.extensions)?.((name) => this.#sizes.priced(node, name));
    if (declared?.rows) this.readsMore = true;
    const times = declared?.items ?? this.#sizes.times(node, field, parent);
    const read = Math.ceil((declared?.rows ?? 0) / ROWS_PER_POINT);
    const rows = times * (own + below) + read;
    const price = isPage(type.name) ? this.#page(node, { times, rows, read }) : rows;
    return this.#mutation(node, parent) + price + this.#filters(node);
  }

  #schemaCost(node: FieldNode): number {
    const known = this.#ofSchema.get(node);
    if (known !== undefined) return known;
    const cost = introspectionCost({
      schema: this.#schema,
      node,
      fragments: this.#fragments,
      argument: (node, name) => this.#sizes.argument(node, name),
    });
    this.#ofSchema.set(node, cost);
    return cost;
  }

  /** Rows are read for cursors and `pageInfo` too, even if none of their fields is selected. */
  #page(node: FieldNode, { times, rows, read }: { times: number; rows: number; read: number }): number {
    const onlyTotal = selectsOnly({ fieldNodes: [node], fragments: this.#fragments }, 'totalCount');
    return onlyTotal ? Math.max(TOTAL, read) : Math.max(rows, times, 1);
  }

  #mutation(node: FieldNode, parent: GraphQLCompositeType): number {
    if (parent !== this.#schema.getMutationType()) return 0;
    return MUTATION * this.#sizes.items(node);
  }

  /** Each nested filter costs a point, because it is evaluated for every row that is read. */
  #filters(node: FieldNode): number {
    const filter = this.#sizes.argument(node, 'filter');
    const nested = isRecord(filter) ? nestedFilters(filter).length - 1 : 0;
    this.filters += nested;
    return nested;
  }

  #composite(name: string): GraphQLCompositeType | undefined {
    const type = this.#schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  }
}

/** Returns whether an object is free: results and payloads, pages and edges, errors, and the rate limit. */
function isFree(field: { readonly name: string }, parent: GraphQLCompositeType, type: string): boolean {
  return (
    isPage(type) ||
    /(Result|Payload|Edge|PageInfo|Error)$/.test(type) ||
    /(Payload|Error)$/.test(parent.name) ||
    (field.name === 'rateLimit' && type === 'RateLimit')
  );
}

/** A free field is only free once; each further alias costs a point. */
const freeAgain = (fields: readonly Selected[]): number =>
  Math.max(fields.filter(({ node }) => node.name.value === 'rateLimit').length - 1, 0);
