import { enumValue } from '../../edit/enum-value.ts';
import type { Texts } from '../../edit/field-of.ts';
import { type CreateLineInput, GoalType, MediaType, PacingModeType } from '../../generated/graphql.ts';
import { serviceNow } from '../../parts/service-clock.ts';
import { firstFlight } from '../line/flights/next-flight.ts';
import type { FlightTexts } from '../line/flights/typed-flight.ts';
import { chosenOf, type LineField } from '../line/line-fields.ts';
import { NOTHING, type TargetingChange } from '../line/targeting/targeting-change.ts';

export type NewLineField = LineField | 'mediaType';

/** A line that is not there yet, as it was typed. */
export interface LineDraft extends Texts<NewLineField> {
  readonly flights: readonly FlightTexts[];
  readonly targeting: TargetingChange;
}

/** What stands in the form of a new line at first: what most lines have, from tomorrow. */
export const firstLine = (zone: string, now = serviceNow()): LineDraft => ({
  ...{ mediaType: MediaType.Display, goalType: GoalType.Cpc, pacingModeType: PacingModeType.Even },
  ...{ flights: [firstFlight(zone, now)], targeting: NOTHING },
});

/** A line without a flight runs until it is paused, so that one in which nothing was typed is not sent. */
export const sentFlights = (flights: readonly FlightTexts[]) =>
  flights.flatMap((flight) =>
    Object.values(flight).some((text) => text) ? [{ startDate: '', endDate: '', ...flight }] : [],
  );

/** The draft as the service takes it. Its targeting is written once the line is there. */
export function inputOf(
  { flights, targeting: _, name, mediaType, ...values }: LineDraft,
  campaign: { readonly id: string },
): CreateLineInput {
  return {
    ...chosenOf(values),
    mediaType: enumValue(MediaType, mediaType),
    campaignId: campaign.id,
    name: name ?? '',
    schedules: sentFlights(flights),
  };
}
