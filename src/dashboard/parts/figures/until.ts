import { today } from '../period/days.ts';
import { addSums, type Sums } from './metrics.ts';

export interface Point {
  /** The moment at which its hour or day begins. */
  readonly start: string;
  readonly sums: Sums;
}

/** The sums of a range up to a moment within it: its whole days, and the hours of the day that the moment is in. */
export function sumsUntil(options: {
  readonly days: readonly Point[];
  readonly hours: readonly Point[];
  readonly until: string;
  readonly timeZone: string;
}): Sums {
  const { days, hours, until, timeZone } = options;
  const dayOf = ({ start }: Point) => today(timeZone, Date.parse(start));
  const last = today(timeZone, Date.parse(until));
  const counted = [
    ...days.filter((point) => dayOf(point) < last),
    ...hours.filter((point) => dayOf(point) === last && Date.parse(point.start) < Date.parse(until)),
  ];
  return addSums(counted.map(({ sums }) => sums));
}
