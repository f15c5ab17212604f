import type { DashboardBidFragment } from '../../generated/graphql.ts';
import { addSums, type Sums } from '../../parts/figures/metrics.ts';
import type { Point } from '../../parts/figures/until.ts';

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

/** The place of an hour: its row among the days, and the hour. */
export type Place = readonly [day: number, hour: number];

/** All hours between two corners, in any direction. */
export function rectangleOf([oneDay, oneHour]: Place, [otherDay, otherHour]: Place): readonly Hour[] {
  const [firstDay, lastDay] = [Math.min(oneDay, otherDay), Math.max(oneDay, otherDay)];
  const [first, last] = [Math.min(oneHour, otherHour), Math.max(oneHour, otherHour)];
  return DAYS.slice(firstDay, lastDay + 1).flatMap((day) =>
    HOURS.slice(first, last + 1).map((hour) => `${day}-${hour}` as const),
  );
}

const last = DAYS.length - 1;
/** Hours that are often bid on together. */
export const PRESETS: readonly (readonly [name: string, hours: readonly Hour[]])[] = [
  ['Working hours', rectangleOf([0, 9], [4, 17])],
  ['Evenings', rectangleOf([0, 18], [last, 22])],
  ['Nights', rectangleOf([0, 0], [last, 5])],
  ['Weekend', rectangleOf([5, 0], [6, 23])],
  ['All hours', rectangleOf([0, 0], [last, 23])],
];

/** What Monday has, for the other working days. */
export const likeMonday = (factorOf: (hour: Hour) => number): readonly (readonly [Hour, number])[] =>
  DAYS.slice(1, 5).flatMap((day) =>
    HOURS.map((hour) => [`${day}-${hour}`, factorOf(`Mon-${hour}`)] as const),
  );

/** The hours of a range as hours of the week in a zone. */
export function hoursOfWeek(points: readonly Point[], timeZone: string): ReadonlyMap<Hour, Sums> {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'short', hour: '2-digit', hourCycle: 'h23', timeZone },
  });
  const found = new Map<Hour, Sums[]>();
  for (const { start, sums } of points) {
    const parts = Object.fromEntries(
      format.formatToParts(new Date(start)).map(({ type, value }) => [type, value]),
    );
    const hour = `${parts.weekday}-${Number(parts.hour)}` as Hour;
    found.set(hour, [...(found.get(hour) ?? []), sums]);
  }
  return new Map([...found].map(([hour, sums]) => [hour, addSums(sums)]));
}
