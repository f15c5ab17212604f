import type { RowEstimates } from '../../../resources/filter/row-estimates.ts';

/**
 * Units of work per point. Each row that is read is one unit, as is each test and each position in an order. Lists that
 * are filtered, sorted or counted read all rows of their owner.
 */
const UNITS_PER_POINT = 2_000;

export const pointsOfUnits = (units: number): number => Math.floor(units / UNITS_PER_POINT);
export const unitsOfPoints = (points: number): number => points * UNITS_PER_POINT;

/** Work that a field does for its arguments, apart from lists. */
export interface Work {
  /** The arguments that determine it. */
  readonly of: unknown;
  readonly unitsOf: (estimates: RowEstimates, seatId: number) => number;
}

/** Returns the extension of a field whose work depends on its arguments. */
export const works = (work: (argument: (name: string) => unknown) => Work) => ({ work });
