import type { DashboardBidFragment } from '../../generated/graphql.ts';

export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** `Mon-9`. */
export type Hour = `${(typeof DAYS)[number]}-${number}`;

/** The multipliers of a line by hour; the two pages that they come on may overlap. */
export function hoursOf(
  bids: readonly DashboardBidFragment[],
): ReadonlyMap<Hour, { readonly id: string; readonly multiplier: number }> {
  return new Map(
    bids.flatMap(({ id, multiplier, targetValue }) => {
      const { day, hour } = targetValue as { day?: string; hour?: number };
      const known = DAYS.find((name) => name === day);
      if (!known || hour === undefined) return [];
      return [[`${known}-${hour}` as const, { id, multiplier: Number(multiplier) }] as const];
    }),
  );
}
