import type { DomainContext } from '../context.ts';
import type { Position } from '../keyset.ts';
import type { Condition } from '../list-fields.ts';

/** The values of one call, for a statement that was compiled before. */
export interface Call {
  readonly ctx: Pick<DomainContext, 'config' | 'seatId' | 'seat' | 'now'>;
  readonly arguments: readonly unknown[];
  readonly pages: readonly PageValues[];
  /** What the transport adds: the cost of the call, say. */
  readonly given: Readonly<Record<string, string>>;
}

export interface PageValues {
  readonly conditions: readonly Condition[];
  readonly position: Position | undefined;
}

/** Writes a SQL expression of JSON text; `bind` gives the place of a value that is bound with each call. */
export type Expression = (row: {
  readonly column: (name: string) => string;
  readonly bind: (value: (call: Call) => unknown, type: string) => string;
}) => string;
