import type { ResourceContext } from '../context.ts';
import type { Position } from '../filter/keyset.ts';

/** The values of one call, for a statement that was compiled before. */
export interface Call {
  readonly ctx: Pick<ResourceContext, 'config' | 'seatId' | 'seat' | 'now'>;
  readonly arguments: readonly unknown[];
  readonly pages: readonly PageValues[];
  /** JSON text of what the transport knows by that name, for values that are `given`. */
  readonly given?: (name: string) => string;
}

export interface PageValues {
  /** Of the tests in the page's conditions, in their order. */
  readonly values: readonly unknown[];
  readonly position: Position | undefined;
  readonly skip?: number;
  /** Of a page whose rows are known, in their order; what cursors say of each; and how many there are for each owner. */
  readonly ids?: readonly number[];
  readonly ranks?: readonly (string | null)[];
  readonly totals?: ReadonlyMap<number, number>;
}

/** Writes a SQL expression of JSON text; `bind` gives the place of a value that is bound with each call. */
export type Expression = (row: {
  readonly column: (name: string) => string;
  readonly bind: (value: (call: Call) => unknown, type: string) => string;
}) => string;
