import type { Call, Expression } from '../define/expression.ts';
import type { Format } from '../define/kinds.ts';
import type { Field, Relation, Resource } from '../define/resource.ts';
import type { Conditions } from '../filter/conditions.ts';
import type { Order } from '../filter/keyset.ts';

/**
 * The plan of one read, as a tree that is independent of GraphQL and REST: an interface creates it from the
 * request, and `compile` turns it into one statement whose only value is the response text.
 */
export interface Plan {
  readonly format: Format;
  readonly members: readonly Member[];
}

/** A name in the response and its value, in the order of the response. */
export interface Member {
  readonly name: string;
  readonly value: Value;
  /**
   * For a field: it is omitted if it has no value, or is not shown to the caller. It cannot be the first of
   * an object.
   */
  readonly omitWhenNull?: true;
}

export type Value =
  /** JSON text that does not depend on rows. */
  | { readonly is: 'text'; readonly text: string }
  /** JSON text that is known when the call is made. */
  | { readonly is: 'given'; readonly text: (call: Call) => string }
  | { readonly is: 'field'; readonly field: Field }
  /** An object that is stored as JSON: its members by name, or constant text. */
  | {
      readonly is: 'json';
      readonly field: Field;
      readonly parts: readonly { readonly name: string; readonly key: string | { readonly text: string } }[];
    }
  /** The fields that a column stores as they were sent, in addition to the others. Not the first of an object. */
  | { readonly is: 'passthrough'; readonly column: string }
  /** A SQL expression over the row, for what follows from several columns and the clock. */
  | {
      readonly is: 'expression';
      readonly sql: Expression;
      /** The maximum size of the value in bytes. Default 100. */
      readonly maxBytes?: number;
    }
  | { readonly is: 'object'; readonly members: readonly Member[] }
  /** The row that a column refers to. At the root, the row whose ID is an argument. Null if there is none. */
  | { readonly is: 'one'; readonly rows: Rows; readonly members: readonly Member[] }
  /**
   * The rows of several types that two arguments list: the types and the IDs. Null for each row that does
   * not exist.
   */
  | {
      readonly is: 'nodes';
      readonly types: number;
      readonly ids: number;
      readonly of: readonly { readonly resource: Resource; readonly members: readonly Member[] }[];
    }
  /**
   * What belongs to each of the rows whose IDs an argument contains. The caller has already seen these
   * rows.
   */
  | {
      readonly is: 'each';
      readonly resource: Resource;
      readonly ids: number;
      readonly members: readonly Member[];
    }
  /**
   * Rows that an argument lists by ID, each under a name of its own, as members of the object that this is a
   * member of. Null for each row that does not exist.
   */
  | {
      readonly is: 'lookups';
      readonly resource: Resource;
      readonly names: readonly string[];
      readonly ids: number;
      readonly members: readonly Member[];
    }
  /** All rows of a bounded list, by ID. */
  | { readonly is: 'many'; readonly rows: Rows; readonly members: readonly Member[] }
  /** One value of a row. Null if there is no row. */
  | { readonly is: 'within'; readonly rows: Rows; readonly value: Value }
  /** Only the rows of a page. */
  | {
      readonly is: 'rows';
      readonly rows: Rows;
      readonly page: PageShape;
      readonly members: readonly Member[];
    }
  | {
      readonly is: 'page';
      readonly rows: Rows;
      readonly page: PageShape;
      readonly parts: readonly PagePart[];
    };

/**
 * Rows of a resource: those whose `column` equals the owner's `ownerColumn`, or argument number `argument`.
 */
export interface Rows {
  readonly resource: Resource;
  readonly column?: string;
  readonly ownerColumn?: string;
  /** The column with the type of the owner, and its value if that is not the name of the type. */
  readonly ownerType?: string;
  readonly ownerName?: string;
  /** Instead of a column: decides which rows belong to the owner. */
  readonly rule?: NonNullable<Relation['rule']>;
  readonly argument?: number;
}

/** What determines the statement of a page. The values are bound with each call. */
export interface PageShape {
  /** The index of the call's page that contains the values. */
  readonly index: number;
  readonly limit: number;
  readonly order: Order;
  readonly backward: boolean;
  readonly conditions: Conditions;
  readonly hasPosition: boolean;
  /** The rows before the page are skipped with OFFSET. */
  readonly skips?: true;
  /**
   * The page consists of the IDs that the call supplies, in their order. Cursors contain the values that
   * the call supplies, or columns.
   */
  readonly givenIds?: 'with values' | 'with columns';
  /** The call supplies the total number of rows. */
  readonly isCounted?: true;
}

export type PagePart = { readonly name: string } & (
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'nodes'; readonly members: readonly Member[] }
  | { readonly is: 'edges'; readonly parts: readonly EdgePart[] }
  | { readonly is: 'total' }
  | { readonly is: 'info'; readonly parts: readonly InfoPart[] }
);

export type EdgePart = { readonly name: string } & (
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'node'; readonly members: readonly Member[] }
  | { readonly is: 'cursor' }
);

export type InfoPart = { readonly name: string } & (
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'next' | 'previous' | 'start' | 'end' }
);
