import { day } from '../../parts/format.ts';
import type { Direction } from './direction.ts';
import type { Node } from './movers.ts';

/** A flight that began or ended between two moments. */
interface FlightReason {
  readonly key: string;
  readonly text: string;
  readonly direction: Direction;
}

interface Flight {
  readonly id: string;
  readonly startDate: string;
  readonly endDate: string;
}

/** Flights of whole days end with the last second of one day, and go on with the first of the next. */
const NO_GAP_MS = 60_000;

/** The flights of a line, or of the line of an ad. */
function flightsOf(
  node: Node,
): { readonly flights: readonly Flight[]; readonly timezone: string } | undefined {
  switch (node.__typename) {
    case 'Line':
      return { flights: node.schedules, timezone: node.advertiser.timezone };
    case 'Ad':
      return { flights: node.line.schedules, timezone: node.line.advertiser.timezone };
    default:
      return undefined;
  }
}

/** Which flights began and ended after one moment and before another, where no other flight went on. */
export function flightReasons(
  node: Node,
  { since, end }: { readonly since: number; readonly end: number },
): readonly FlightReason[] {
  const found = flightsOf(node);
  if (!found) return [];
  const { flights, timezone } = found;
  const isWithin = (time: number) => since < time && time < end;
  const runsAt = (time: number, except: Flight) =>
    flights.some(
      (each) =>
        each !== except &&
        Date.parse(each.startDate) - NO_GAP_MS <= time &&
        time <= Date.parse(each.endDate) + NO_GAP_MS,
    );
  return flights.flatMap((flight): FlightReason[] => {
    const [first, last] = [Date.parse(flight.startDate), Date.parse(flight.endDate)];
    // Midnight belongs to the day before.
    const lastDay = new Date(last - 1).toISOString();
    const reason = (what: string, time: string, direction: Direction) => ({
      ...{ key: `${flight.id} ${what}`, text: `Flight ${what} ${day(time, timezone)}`, direction },
    });
    return [
      ...(isWithin(first) && !runsAt(first, flight) ? [reason('began', flight.startDate, 1)] : []),
      ...(isWithin(last) && !runsAt(last, flight) ? [reason('ended', lastDay, -1)] : []),
    ];
  });
}
