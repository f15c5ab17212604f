import type { UpdateLineInput } from '../../../generated/graphql.ts';
import { date, lastDay, money } from '../../../parts/format.ts';
import type { LineFound } from '../line.tsx';
import type { FlightTexts } from './flight-fields.tsx';

/** What was typed about one flight of a line. */
export interface FlightChange extends FlightTexts {
  /** The ID of a stored flight; any other is a new one. */
  readonly key: string;
  readonly isGone?: boolean;
}

/** Changed and new flights in the order in which they were touched, by which the service names their problems. */
export function inputOf(changes: readonly FlightChange[], line: LineFound): UpdateLineInput {
  const isStored = ({ key }: FlightChange) => line.schedules.some(({ id }) => id === key);
  return {
    id: line.id,
    updatedAt: line.updatedAt,
    schedules: changes
      .filter(({ isGone }) => !isGone)
      .map(({ key, isGone, ...fields }) => ({ ...fields, ...(isStored({ key }) && { id: key }) })),
    removeScheduleIds: changes.filter((each) => each.isGone && isStored(each)).map(({ key }) => key),
  };
}

/** Flights in words, to show what somebody else changed. */
export const factsOf = ({ name, schedules, advertiser }: LineFound) => ({
  name,
  flights: schedules
    .map(
      ({ startDate, endDate, budget }) =>
        `${date(startDate, advertiser.timezone)} – ${lastDay(endDate, advertiser.timezone)}${
          budget ? `, ${money(budget, advertiser.currency)}` : ''
        }`,
    )
    .join('; '),
});
