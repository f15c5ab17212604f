import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNullableType,
  isListType,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';
import { isRecord } from '../../../resources/define/input.ts';
import { MAX_ROWS } from '../../../resources/define/parameters.ts';
import { DEFAULT_PAGE, MAX_PAGE } from '../../builder.ts';

/** Types that contain a page's rows. The preview of a product set works like a connection. */
const IS_PAGE = /(Connection|^ProductSetPreview|^DeliveryTable)$/;
/**
 * The assumed length of a list without a page size and without `maxItems` in its extensions, such as an ad's
 * schedules.
 */
const LIST = 5;
/**
 * The assumed length of a dictionary list, which is returned completely: some have a few dozen entries, others more
 * than a thousand.
 */
const DICTIONARY_LIST = 500;

interface PageSize {
  readonly usual: number;
  readonly most: number;
}

/** The arguments that set a page size: `first`, `last` and the dictionary's `mr`. */
const PAGE_SIZES = new Map<string, PageSize>([
  ['first', { usual: DEFAULT_PAGE, most: MAX_PAGE }],
  ['limit', { usual: DEFAULT_PAGE, most: MAX_PAGE }],
  ['mr', { usual: MAX_ROWS, most: MAX_ROWS }],
]);

export type Variables = Readonly<Record<string, unknown>>;
/** Replaces the requested size of a page, by the argument that sets it. */
export type SizeOf = (node: FieldNode, argument: string) => number | undefined;
type Field = GraphQLField<unknown, unknown>;

export const isPage = (type: string): boolean => IS_PAGE.test(type);

/** Returns whether a type is part of a page. A page counts once, where it is selected. */
export const isWithinPage = ({ name }: GraphQLCompositeType): boolean => isPage(name) || /Edge$/.test(name);

/** Computes how many objects the fields of a request can return, from their arguments. */
export class Sizes {
  readonly #schema: GraphQLSchema;
  readonly #variables: Variables;
  readonly #sizeOf: SizeOf;

  constructor(options: { schema: GraphQLSchema; variables: Variables; sizeOf: SizeOf }) {
    this.#schema = options.schema;
    this.#variables = options.variables;
    this.#sizeOf = options.sizeOf;
  }

  /** Returns how many objects a field can return. */
  times(node: FieldNode, field: Field, parent: GraphQLCompositeType): number {
    if (parent === this.#schema.getMutationType()) return this.items(node);
    if (isWithinPage(parent)) return 1;
    const size = this.page(node, field);
    if (size !== undefined) return size;
    if (!isListType(getNullableType(field.type))) return 1;
    const ids = this.argument(node, 'ids');
    if (Array.isArray(ids)) return ids.length;
    const { maxItems } = field.extensions;
    if (typeof maxItems === 'number') return maxItems;
    return parent.name === 'Dictionary' ? DICTIONARY_LIST : LIST;
  }

  /** Returns the most elements of a page; undefined for other fields. */
  page(node: FieldNode, field: Field): number | undefined {
    for (const { name, defaultValue } of field.args) {
      const size = PAGE_SIZES.get(name);
      if (size) {
        const given = this.#sizeOf(node, name) ?? this.argument(node, name) ?? this.argument(node, 'last');
        return pageSize(given ?? defaultValue, size);
      }
    }
    return undefined;
  }

  /** Returns the number of inputs of a mutation. A bulk mutation counts as one mutation per input. */
  items(node: FieldNode): number {
    const inputs = this.argument(node, 'inputs');
    return Array.isArray(inputs) ? Math.max(inputs.length, 1) : 1;
  }

  /** Returns an argument for the field's own price. A page size is that of the page. */
  priced(node: FieldNode, name: string): unknown {
    const given = this.argument(node, name);
    const size = this.#sizeOf(node, 'first');
    if (size === undefined) return given;
    if (name === 'first') return size;
    return name === 'input' && isRecord(given) ? { ...given, first: size } : given;
  }

  argument(node: FieldNode, name: string): unknown {
    const given = node.arguments?.find((argument) => argument.name.value === name);
    return given && valueFromASTUntyped(given.value, this.#variables);
  }
}

/** Variables are priced before they are checked: an invalid page size is refused later. */
function pageSize(given: unknown, { usual, most }: PageSize): number {
  if (typeof given !== 'number' || !Number.isInteger(given)) return usual;
  return Math.min(Math.max(given, 0), most);
}

/** Returns the default values of an operation's variables. */
export function defaultsOf(operation: OperationDefinitionNode): Variables {
  return Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}
