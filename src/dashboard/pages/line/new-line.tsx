import { useNavigate } from '@tanstack/react-router';
import { among, DraftFields, type FieldOf, notNumbers, type Texts } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { enumValue, orNone } from '../../edit/enum-value.ts';
import { useDraft } from '../../edit/use-draft.ts';
import {
  type CreateLineInput,
  DashboardCreateLineDocument,
  GoalType,
  LineObjective,
  MediaType,
} from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialog-button.tsx';
import { FlightFields, type FlightTexts, flightIssues, isOfFlight } from './flight-fields.tsx';

type Name = 'name' | 'mediaType' | 'objective' | 'goalType' | 'goalAmount' | 'bidPrice';

const FIELDS: readonly FieldOf<Name>[] = [
  { name: 'name' },
  { name: 'mediaType', choices: Object.values(MediaType) },
  { name: 'objective', choices: orNone(LineObjective) },
  { name: 'goalType', choices: orNone(GoalType) },
  { name: 'goalAmount', isNumber: true },
  { name: 'bidPrice', isNumber: true, isMoney: true },
];

interface Campaign {
  readonly id: string;
  readonly advertiser: { readonly timezone: string; readonly currency: string };
}

interface Typed extends Texts<Name> {
  readonly flight?: FlightTexts;
}

/** A line without a flight runs until it is paused, so that one in which nothing was typed is not sent. */
const flightsOf = (flight: FlightTexts) =>
  Object.values(flight).some((text) => text) ? [{ startDate: '', endDate: '', ...flight }] : [];

function inputOf(
  { flight = {}, name, mediaType, objective, goalType, ...values }: Typed,
  { id }: Campaign,
): CreateLineInput {
  return {
    ...values,
    mediaType: enumValue(MediaType, mediaType),
    objective: enumValue(LineObjective, objective),
    goalType: enumValue(GoalType, goalType),
    campaignId: id,
    name: name ?? '',
    schedules: flightsOf(flight),
  };
}

/** A line that is not there yet, paused until it has a target; its page opens once it is. */
export function NewLine({ campaign }: { readonly campaign: Campaign }) {
  return (
    <DialogButton name="New line" title="New line" className="primary" wide>
      {() => <Form campaign={campaign} />}
    </DialogButton>
  );
}

function Form({ campaign }: { readonly campaign: Campaign }) {
  const navigate = useNavigate();
  const { timezone, currency } = campaign.advertiser;
  const draft = useDraft({
    document: DashboardCreateLineDocument,
    resultOf: ({ createLine }) => createLine,
    latest: campaign,
    initial: { mediaType: 'DISPLAY' } as Typed,
    inputOf,
    check: ({ flight, ...values }) =>
      new Map([...notNumbers(FIELDS, values), ...flightIssues(flightsOf(flight ?? {}))]),
  });
  const { values, issues, set } = draft;
  const { flight = {} } = values;
  const hasField = among(FIELDS);
  return (
    <DraftForm
      draft={draft}
      timeZone={timezone}
      currency={currency}
      hasField={(path) => hasField(path) || isOfFlight(path)}
      onDone={({ line }) => void navigate({ to: '/lines/$id', params: { id: String(line.databaseId) } })}
    >
      <DraftFields fields={FIELDS} stored={{}} {...{ draft, currency }} />
      <FlightFields
        name="First flight"
        zone={timezone}
        flight={flight}
        path="schedules[0]"
        issues={issues}
        onChange={(change) => set({ ...values, flight: { ...flight, ...change } })}
      />
      <p className="muted">
        Times in {timezone}, amounts in {currency}.
      </p>
    </DraftForm>
  );
}
