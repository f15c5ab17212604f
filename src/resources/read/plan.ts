import type { Field, Relation, Resource } from '../define/definition.ts';
import type { Call, Expression } from '../define/expression.ts';
import type { Format } from '../define/kinds.ts';
import type { Conditions } from '../filter/conditions.ts';
import type { Order } from '../filter/keyset.ts';

/**
 * What one read answers, as a tree that knows neither GraphQL nor REST: a face makes it from what it was asked,
 * `compile` makes one statement of it, whose only value is the answer's text.
 */
export interface Plan {
  readonly format: Format;
  readonly members: readonly Member[];
}

/** A name of the answer and what stands under it, in the order of the answer. */
export interface Member {
  readonly name: string;
  readonly value: Value;
  /** Of a field: it is left out where it has no value, or is not shown to the caller. Not the first of an object. */
  readonly omitWhenNull?: true;
}

export type Value =
  /** JSON text that does not depend on rows. */
  | { readonly is: 'text'; readonly text: string }
  /** JSON text that is known when the call is made. */
  | { readonly is: 'given'; readonly text: (call: Call) => string }
  | { readonly is: 'field'; readonly field: Field }
  /** An object that is stored as JSON: its parts by their names in it, or constant text. */
  | {
      readonly is: 'json';
      readonly field: Field;
      readonly parts: readonly { readonly name: string; readonly key: string | { readonly text: string } }[];
    }
  /** The fields that a column keeps as they were sent, beside the others. Not the first of an object. */
  | { readonly is: 'passthrough'; readonly column: string }
  /** A SQL expression over the row, for what follows from several columns and the clock. */
  | {
      readonly is: 'expression';
      readonly sql: Expression;
      /** The most bytes that it stands for; 100 unless given. */
      readonly most?: number;
    }
  | { readonly is: 'object'; readonly members: readonly Member[] }
  /** The row that a column refers to; at the root, the row of an argument's ID. Null where there is none. */
  | { readonly is: 'one'; readonly rows: Rows; readonly members: readonly Member[] }
  /** The rows of several types that two arguments list: the types, and the IDs. Null for each that is not there. */
  | {
      readonly is: 'nodes';
      readonly types: number;
      readonly ids: number;
      readonly of: readonly { readonly resource: Resource; readonly members: readonly Member[] }[];
    }
  /** What belongs to each of the rows whose IDs an argument lists, which the caller was shown before. */
  | {
      readonly is: 'each';
      readonly resource: Resource;
      readonly ids: number;
      readonly members: readonly Member[];
    }
  /** All rows of a bounded list, by ID. */
  | { readonly is: 'many'; readonly rows: Rows; readonly members: readonly Member[] }
  /** One value of a row; null without the row. */
  | { readonly is: 'within'; readonly rows: Rows; readonly value: Value }
  /** The rows of a page alone. */
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

/** Rows of a resource: those for which `column` is the owner's `ownerColumn`, or the argument number `argument`. */
export interface Rows {
  readonly resource: Resource;
  readonly column?: string;
  readonly ownerColumn?: string;
  /** The column with the name of the owner's type, and that name where it is not the type's own. */
  readonly ownerType?: string;
  readonly ownerName?: string;
  /** Which rows belong to the owner, in place of a column. */
  readonly rule?: NonNullable<Relation['rule']>;
  readonly argument?: number;
}

/** What shapes the statement of a page; its values are bound with each call. */
export interface PageShape {
  /** Which of the call's pages holds the values. */
  readonly index: number;
  readonly limit: number;
  readonly order: Order;
  readonly backward: boolean;
  readonly conditions: Conditions;
  readonly hasPosition: boolean;
  /** Rows before the page are skipped by their number. */
  readonly skips?: true;
  /** The page is of the IDs that the call lists, in their order; cursors have the values that it lists, or columns. */
  readonly listed?: 'with values' | 'with columns';
  /** The call knows the number of rows of all pages. */
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
