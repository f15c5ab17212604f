import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import type { DomainContext } from '../../../domain/context.ts';
import { isRecord } from '../../../resources/define/input.ts';
import type { ListField } from '../../../resources/filter/list-fields.ts';
import { columnOf, estimatesOf, MIN_ROWS, rowsOf, tableOf } from '../../../resources/filter/row-estimates.ts';
import { type Fragments, fieldsOf } from '../selections.ts';
import { NAME_LENGTH, namesPacing, predicatesIn, searchUnits } from './filter-work.ts';
import { priceOf } from './price.ts';
import type { Sizes } from './sizes.ts';
import { beyondPacingPrice, pointsOfUnits, type Work } from './work.ts';

/** Reading a small table is free if a row takes at most this many units of work. */
const CHEAP_ROW = 100;
/** The work for normalizing a name, which `search` does for each row. */
const NAME_FORM = 5;
/** The work for the pacing of a line: up to six sums of its spend take 150 µs. */
const PACING = 100;

/** The table that a field reads rows from. */
export interface ReadFrom {
  readonly model?: string | undefined;
  readonly fields: Readonly<Record<string, Pick<ListField, 'kind' | 'column' | 'maxLength'>>>;
  /** The column that refers to the owner, if it is not `<type of the owner>_id`. */
  readonly owner?: string;
  /** The column of an argument that every request must have. */
  readonly within?: string;
  /** A computed value that rows can be filtered by, such as their pacing. */
  readonly derived?: Readonly<Record<string, unknown>>;
}

/** All rows of a table that a field reads: those of the seat, or those that have the same value in `within`. */
interface ScannedTable {
  readonly model: string;
  readonly within?: string;
  /** The argument whose text is searched for. */
  readonly searched?: string;
  /** The argument with which the rows are read again if none was found. */
  readonly again?: string;
}

/**
 * Returns the extension of a field that searches for the argument `query` in all rows of the seat in these tables, and with
 * the argument `again` once more.
 */
export const searches = (models: readonly string[], again: string) => ({
  scans: models.map((model): ScannedTable => ({ model, searched: 'query', again })),
});

/** Returns the extension of a field that adds up rows of a table that have the same value in `within`. */
export const sums = (model: string, within: string) => ({ scans: [{ model, within }] });

/** Returns the extension of a field that reads rows of a table. */
export const readsFrom = (list: ReadFrom) => ({ reads: list });

/** How the rows of one table are read. */
interface Scan {
  readonly table: string;
  readonly owner: string | undefined;
  readonly orderBy: string | undefined;
  readonly isCounted: boolean;
  readonly isPage: boolean;
  /** Units of work for the tests of each row. */
  readonly tests: number;
  /** How often the pacing of each row is computed: for the page, and for its number. */
  readonly pacings?: number;
}

/** The scans of a request, and how often each runs. */
export type Reads = ReadonlyMap<string, { readonly scan: Scan | Work; readonly times: number }>;

const NONE: Reads = new Map();

/** Returns the points for reading in the caller's seat. */
export function pointsOfReads(reads: Reads, ctx: Pick<DomainContext, 'pool' | 'seatId'>): number {
  if (reads.size === 0) return 0;
  const estimates = estimatesOf(ctx);
  let units = 0;
  for (const { scan, times } of reads.values()) {
    if ('unitsOf' in scan) {
      units += times * scan.unitsOf(estimates, ctx.seatId);
      continue;
    }
    const { table, owner, orderBy, isCounted, isPage, tests, pacings = 0 } = scan;
    const isSorted =
      isPage &&
      orderBy !== undefined &&
      !estimates.indexes.has([table, owner ?? 'seat_id', orderBy].join('.'));
    const scans = (isCounted ? 1 : 0) + (isPage && (tests > 0 || isSorted) ? 1 : 0);
    const ofRow = scans * (1 + tests) + (isSorted ? 1 : 0);
    const rows = rowsOf(estimates, { table, owner, seatId: ctx.seatId });
    units += times * ofRow * (ofRow > CHEAP_ROW ? Math.max(rows, MIN_ROWS) : rows);
    units += times * beyondPacingPrice(pacings * PACING * rows);
  }
  return pointsOfUnits(units);
}

interface Extensions {
  readonly reads?: ReadFrom;
  readonly scans?: readonly ScannedTable[];
  readonly work?: (argument: (name: string) => unknown) => Work;
}

export class ReadsPricing {
  readonly #schema: GraphQLSchema;
  readonly #sizes: Sizes;
  readonly #fragments: Fragments;
  readonly #known = new Map<FieldNode, Reads>();

  constructor(options: { schema: GraphQLSchema; sizes: Sizes; fragments: Fragments }) {
    this.#schema = options.schema;
    this.#sizes = options.sizes;
    this.#fragments = options.fragments;
  }

  selection(set: SelectionSetNode, type: GraphQLCompositeType): Reads {
    const all = new Map<string, { scan: Scan | Work; times: number }>();
    for (const { node, on } of fieldsOf({ sets: [set], fragments: this.#fragments })) {
      if (!node.selectionSet) continue;
      const parent = on === undefined ? type : this.#schema.getType(on);
      const reads = this.#known.get(node) ?? this.#field(node, isCompositeType(parent) ? parent : type);
      this.#known.set(node, reads);
      add(all, reads, 1);
    }
    return all.size === 0 ? NONE : all;
  }

  #field(node: FieldNode, parent: GraphQLCompositeType): Reads {
    const field =
      isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
    const type = field && getNamedType(field.type);
    if (!field || !node.selectionSet || !isCompositeType(type)) return NONE;
    const below = this.selection(node.selectionSet, type);
    const { reads, scans: scanned = [], work }: Extensions = field.extensions;
    const scan =
      reads && this.#scan(node, reads, parent === this.#schema.getQueryType() ? undefined : parent);
    const scans: (Scan | Work)[] = [
      ...(scan ? [scan] : []),
      ...scanned.map((table) => this.#scanOf(node, table)),
      ...(work ? [work((name) => this.#sizes.argument(node, name))] : []),
    ];
    if (below.size === 0 && scans.length === 0) return NONE;
    const all = new Map<string, { scan: Scan | Work; times: number }>();
    for (const one of scans) all.set(keyOf(one), { scan: one, times: 1 });
    const declared = priceOf(field.extensions)?.((name) => this.#sizes.priced(node, name));
    add(all, below, declared?.items ?? this.#sizes.times(node, field, parent));
    return all;
  }

  #scanOf(node: FieldNode, { model, within, searched, again }: ScannedTable): Scan {
    const tests =
      searched === undefined ? 1 : NAME_FORM + searchUnits(this.#sizes.argument(node, searched), NAME_LENGTH);
    const reads = again !== undefined && this.#sizes.argument(node, again) === true ? 2 : 1;
    return {
      ...{ table: tableOf(model), owner: within, orderBy: undefined },
      ...{ isCounted: false, isPage: true, tests: tests * reads },
    };
  }

  #scan(node: FieldNode, list: ReadFrom, owner: GraphQLCompositeType | undefined): Scan | undefined {
    const selected = fieldsOf({ sets: [node.selectionSet], fragments: this.#fragments });
    const names = selected.map(({ node }) => node.name.value);
    const filter = this.#sizes.argument(node, 'filter');
    const narrowed = isRecord(filter) ? narrowedBy(filter, list) : undefined;
    // Rows that are requested by ID are found without a scan.
    if (narrowed === 'id') return undefined;
    const orderBy = this.#sizes.argument(node, 'orderBy');
    const isCounted = names.includes('totalCount');
    const isPage = names.some((name) => name !== 'totalCount' && name !== '__typename');
    const isFiltered = list.derived?.pacing !== undefined && namesPacing(filter);
    const isPaced = isFiltered || (isRecord(orderBy) && orderBy.pacing != null);
    const pacings = (isPage && isPaced ? 1 : 0) + (isCounted && isFiltered ? 1 : 0);
    const scan = {
      table: tableOf(list.model ?? ''),
      owner: narrowed ?? list.within ?? (owner && (list.owner ?? columnOf(`${lowerFirst(owner.name)}Id`))),
      orderBy: orderIn(orderBy, list),
      ...{ isCounted, isPage },
      tests: isRecord(filter) ? predicatesIn(filter, list) : 0,
      ...(pacings > 0 && { pacings }),
    };
    return isCounted || scan.tests > 0 || scan.orderBy !== undefined || pacings > 0 ? scan : undefined;
  }
}

function add(all: Map<string, { scan: Scan | Work; times: number }>, reads: Reads, times: number): void {
  for (const [key, read] of reads)
    all.set(key, { scan: read.scan, times: (all.get(key)?.times ?? 0) + times * read.times });
}

const keyOf = (scan: Scan | Work): string => JSON.stringify(scan);
const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Returns the column of an ID that all rows must have. Apart from the rows' own ID, it must be a single value. */
function narrowedBy(filter: object, { fields }: ReadFrom): string | undefined {
  for (const [name, given] of Object.entries(filter)) {
    const field = name === 'id' ? { kind: 'id', column: 'id' } : fields[name];
    if (field?.kind !== 'id' || given == null) continue;
    const { eq, in: among }: { eq?: unknown; in?: unknown } = isRecord(given) ? given : { eq: given };
    if (name === 'id' && (eq ?? among) != null) return 'id';
    if (eq != null) return columnOf(field.column);
  }
  return undefined;
}

/** Returns the column of an order; undefined for the order by ID, delivery or pacing. */
function orderIn(given: unknown, { fields }: ReadFrom): string | undefined {
  const order = isRecord(given) && !given.delivery && !given.pacing ? given.field : undefined;
  if (typeof order !== 'string') return undefined;
  // A variable that was already coerced contains the column.
  const field = /^[A-Z0-9_]+$/.test(order)
    ? order.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    : order;
  const column = columnOf(fields[field]?.column ?? field);
  return column === 'id' ? undefined : column;
}
