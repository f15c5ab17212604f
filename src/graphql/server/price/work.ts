import type { RowEstimates } from '../../../resources/filter/row-estimates.ts';

/**
 * Units of work per point. Each row that is read is one unit, as is each test and each position in an order. Lists that
 * are filtered, sorted or counted read all rows of their owner.
 */
const UNITS_PER_POINT = 2_000;

export const pointsOfUnits = (units: number): number => Math.floor(units / UNITS_PER_POINT);

/**
 * The units of work that are included in the fixed price (620 points) of fields that read the pacing of all lines of a
 * seat.
 */
const PAID_FOR_PACING = 620 * UNITS_PER_POINT;

/** Returns the units that the fixed price of pacing does not pay for. */
export const beyondPacingPrice = (units: number): number => Math.max(0, units - PAID_FOR_PACING);

/** Work that a field does for its arguments, apart from lists. */
export interface Work {
  /** The arguments that determine it. */
  readonly of: unknown;
  readonly unitsOf: (estimates: RowEstimates, seatId: number) => number;
}

/** Returns the extension of a field whose work depends on its arguments. */
export const works = (work: (argument: (name: string) => unknown) => Work) => ({ work });
