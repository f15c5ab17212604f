import { partOf } from '../../platform/text/typed.ts';
import type { Order, Position } from '../../resources/filter/keyset.ts';
import { reversed } from '../../resources/filter/keyset.ts';
import { DEFAULT_PAGE, MAX_PAGE } from '../builder.ts';
import { badArgument } from './arguments.ts';

/** Pages of connections: their arguments, cursors and results. */

export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
}

/** The kind of rows that a cursor refers to, and the values that it contains. */
export interface CursorShape {
  /** A cursor is only valid for its own connection. */
  readonly name: string;
  readonly order: Order;
  readonly largestId: number;
  /** Parses an order value from JSON. Undefined if it is invalid. */
  readonly readValue: (value: unknown) => unknown;
}

/** A requested page, in the order in which its rows are read: backward for `last` and `before`. */
interface PageRequest {
  readonly limit: number;
  readonly order: Order;
  readonly position: Position | undefined;
}

export const isBackward = ({ last, before }: PageArguments): boolean => last != null || before != null;

function pageSize(args: PageArguments): number {
  return args.first ?? args.last ?? DEFAULT_PAGE;
}

/**
 * Returns the requested page. Throws for an invalid page size or a cursor of another connection, naming the argument.
 */
export function readPage(args: PageArguments, shape: CursorShape): PageRequest {
  checkSizes(args);
  const name = args.before == null ? 'after' : 'before';
  const cursor = args[name];
  const position = cursor == null ? undefined : readCursor(cursor, shape);
  if (typeof position === 'string') throw badArgument(name, position);
  return {
    limit: pageSize(args),
    order: isBackward(args) ? reversed(shape.order) : shape.order,
    position,
  };
}

/** Throws for an invalid page size and for contradictory paging arguments. */
export function checkSizes(args: PageArguments): void {
  for (const name of ['first', 'last'] as const) {
    const size = args[name];
    if (size != null && (size < 1 || size > MAX_PAGE))
      throw badArgument(name, `must be from 1 to ${MAX_PAGE}`);
  }
  for (const [name, other] of [
    ['last', 'first'],
    ['before', 'after'],
    ['before', 'first'],
    ['last', 'after'],
  ] as const)
    if (args[name] != null && args[other] != null) throw badArgument(name, `cannot be given with "${other}"`);
}

/**
 * Returns the cursor of a row. It is a position, not a reference to a row: a forged cursor is a position among the rows
 * that the caller can see anyway.
 */
function cursorOf(row: object, { name, order }: CursorShape): string {
  const value = order.column === 'id' ? null : valueAt(row, order.column);
  return Buffer.from(JSON.stringify([name, order.column, value, Number(partOf(row, 'id'))])).toString(
    'base64url',
  );
}

/** `creative.name` is the field of a nested row. Integers beyond 32 bits become numbers, too. */
function valueAt(row: object, path: string): unknown {
  const value = path.split('.').reduce<unknown>(partOf, row);
  return typeof value === 'bigint' ? Number(value) : (value ?? null);
}

function partsOf(cursor: string): unknown[] {
  const parts =
    cursor.length > LONGEST_CURSOR ? undefined : parsed(Buffer.from(cursor, 'base64url').toString());
  return Array.isArray(parts) && parts.length === 4 ? parts : [];
}

/** Returns what the cursor of a page was ordered by. */
export function cursorColumn({ after, before }: PageArguments): string | undefined {
  const [, column] = partsOf(after ?? before ?? '');
  return typeof column === 'string' ? column : undefined;
}

/** Returns the position, or what is wrong with the cursor. */
function readCursor(cursor: string, { name, order, largestId, readValue }: CursorShape): Position | string {
  const [madeFor, column, given, id] = partsOf(cursor);
  if (madeFor !== name || typeof column !== 'string' || !isWithin(id, largestId)) return NO_CURSOR;
  if (column !== order.column)
    return `is a cursor of another order: of ${orderName(column)}, not of ${orderName(order.column)}. Cursors are valid for the order that returned them`;
  const value = order.column === 'id' ? null : readValue(given);
  return value === undefined ? NO_CURSOR : { value, id };
}

const NO_CURSOR = 'must be a cursor of this connection';
/** Returns the name of an order for an error message. A cursor can be forged, so nothing else of it is shown. */
const orderName = (column: string) => /^(\w{1,64}(\.\w{1,64})?)(?: |$)/.exec(column)?.[1] ?? 'another field';

const LONGEST_CURSOR = 8_192;
const isWithin = (id: unknown, largest: number): id is number =>
  typeof id === 'number' && Number.isSafeInteger(id) && id > 0 && id <= largest;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A row of a page. The cursor is only created if it is selected. */
class Edge {
  readonly node: object;
  readonly #shape: CursorShape;

  constructor(node: object, shape: CursorShape) {
    this.node = node;
    this.#shape = shape;
  }

  get cursor(): string {
    return cursorOf(this.node, this.#shape);
  }
}

/**
 * The result of a connection. One row more than requested is read, to find out whether there is another page.
 */
export class Page {
  readonly edges: readonly Edge[];
  /** A number, or a function that counts when the total is selected. */
  readonly totalCount: number | (() => Promise<number>);
  readonly #args: PageArguments;
  readonly #isFull: boolean;

  constructor(options: {
    args: PageArguments;
    rows: readonly object[];
    shape: CursorShape;
    totalCount: number | (() => Promise<number>);
  }) {
    const { args, rows, shape, totalCount } = options;
    const limit = pageSize(args);
    const edges = rows.slice(0, limit).map((row) => new Edge(row, shape));
    this.edges = isBackward(args) ? edges.reverse() : edges;
    this.totalCount = totalCount;
    this.#args = args;
    this.#isFull = rows.length > limit;
  }

  get pageInfo() {
    const { after, before } = this.#args;
    const backward = isBackward(this.#args);
    return {
      hasNextPage: backward ? before != null : this.#isFull,
      hasPreviousPage: backward ? this.#isFull : after != null,
      startCursor: this.edges[0]?.cursor ?? null,
      endCursor: this.edges.at(-1)?.cursor ?? null,
    };
  }
}
