import { DraftForm } from '../../edit/draft-form.tsx';
import { useDraft } from '../../edit/use-draft.ts';
import { type DashboardLineRowFragment, DashboardUpdateLineDocument } from '../../generated/graphql.ts';
import { FlightFields, type FlightTexts, flightIssues, isOfFlight } from '../line/flights/flight-fields.tsx';
import { spentMore } from '../line/flights/flights-text.ts';

interface Props {
  readonly line: Pick<DashboardLineRowFragment, 'id' | 'updatedAt' | 'advertiser'>;
  readonly flight: DashboardLineRowFragment['schedules'][number];
  /** By the flight. */
  readonly spent: { readonly amount: string; readonly currency: string } | undefined;
  readonly onDone: () => void;
}

/** Dates and budget of one flight of a line. */
export function FlightForm({ line, flight, spent, onDone }: Props) {
  const { timezone, currency } = line.advertiser;
  const draft = useDraft({
    document: DashboardUpdateLineDocument,
    resultOf: ({ updateLine }) => updateLine,
    latest: { line, flight },
    initial: {} as FlightTexts,
    inputOf: (values, opened) => ({
      id: opened.line.id,
      updatedAt: opened.line.updatedAt,
      schedules: [{ id: opened.flight.id, ...values }],
    }),
    check: (values) => flightIssues([values]),
  });
  const { budget = null, dailyBudget = null, startDate, endDate } = flight;
  return (
    <DraftForm draft={draft} hasField={isOfFlight} timeZone={timezone} currency={currency} onDone={onDone}>
      <FlightFields
        name="Flight"
        zone={timezone}
        currency={currency}
        flight={{ startDate, endDate, budget, dailyBudget, ...draft.values }}
        path="schedules[0]"
        issues={draft.issues}
        spent={spent}
        spentMore={spentMore(draft.values.budget, spent)}
        onChange={(change) => draft.set({ ...draft.values, ...change })}
      />
      <p className="muted small">Times in {timezone}. Other flights stay as they are.</p>
    </DraftForm>
  );
}
