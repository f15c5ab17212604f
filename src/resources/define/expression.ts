import type { ResourceContext } from '../context.ts';
import type { Position } from '../filter/keyset.ts';

/** The values of one call of a compiled statement. */
export interface Call {
  readonly ctx: Pick<ResourceContext, 'config' | 'seatId' | 'seat' | 'now'>;
  readonly arguments: readonly unknown[];
  readonly pages: readonly PageValues[];
  /** Returns the JSON text of a named value that the interface supplies with the call (kind `given`). */
  readonly given?: (name: string) => string;
}

export interface PageValues {
  /** The values that the page's conditions compare with, in their order. */
  readonly values: readonly unknown[];
  readonly position: Position | undefined;
  readonly skip?: number;
  /**
   * For a page whose IDs are known: the IDs in order, the values for their cursors, and the number of rows
   * per owner.
   */
  readonly ids?: readonly number[];
  readonly ranks?: readonly (string | null)[];
  readonly totals?: ReadonlyMap<number, number>;
}

/**
 * Writes an SQL expression of JSON text. `bind` returns the placeholder of a value that is bound with each
 * call.
 */
export type Expression = (row: {
  readonly column: (name: string) => string;
  readonly bind: (value: (call: Call) => unknown, type: string) => string;
}) => string;
