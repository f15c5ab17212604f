import { useState } from 'react';
import { differencesOf } from '../../../edit/differences-of.ts';
import { DraftForm } from '../../../edit/draft-form.tsx';
import { useDraft } from '../../../edit/use-draft.ts';
import { DashboardUpdateLineDocument } from '../../../generated/graphql.ts';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import { serviceNow } from '../../../parts/service-clock.ts';
import type { LineFound } from '../line.tsx';
import { type FlightChange, factsOf, inputOf } from './flight-changes.ts';
import { FlightFields, flightIssues, isOfFlight } from './flight-fields.tsx';
import { flightsText, seamsOf, spentMore } from './flights-text.ts';
import { nextFlight } from './next-flight.ts';

interface Props {
  readonly line: LineFound;
}

/** The days and budgets of a line's flights, in a form. */
export function EditFlights({ line, name = 'Edit flights' }: Props & { readonly name?: string }) {
  return (
    <DialogButton name={name} title="Edit flights" wide>
      {(close) => <Form line={line} onDone={close} />}
    </DialogButton>
  );
}

function Form({ line, onDone }: Props & { readonly onDone: () => void }) {
  const zone = line.advertiser.timezone;
  const [added, setAdded] = useState(0);
  const draft = useDraft({
    document: DashboardUpdateLineDocument,
    resultOf: ({ updateLine }) => updateLine,
    latest: line,
    initial: [] as readonly FlightChange[],
    inputOf,
    check: (changes) => flightIssues(changes.filter(({ isGone }) => !isGone)),
  });
  const { values, set, issues } = draft;
  const isNew = ({ key }: FlightChange) => line.schedules.every(({ id }) => id !== key);
  const rows = [
    ...line.schedules.map(({ id, ...flight }) => ({ key: id, ...flight })),
    ...values
      .filter(isNew)
      .map(({ key }) => ({ key, startDate: '', endDate: '', budget: null, dailyBudget: null })),
  ];
  const change = (key: string, fields: Omit<FlightChange, 'key'>) => {
    const known = values.some((each) => each.key === key);
    const all = known ? values : [...values, { key }];
    set(all.map((each) => (each.key === key ? { ...each, ...fields } : each)));
  };
  const typedOf = (key: string) => values.find((each) => each.key === key);
  const left = rows
    .map(({ key, ...stored }) => ({ ...stored, ...typedOf(key) }))
    .filter(({ isGone, startDate, endDate }) => !isGone && startDate && endDate);
  const sent = values.filter(({ isGone }) => !isGone);
  return (
    <DraftForm
      draft={draft}
      lastChange={line.history.nodes[0]}
      theirs={differencesOf(factsOf(draft.opened), factsOf(line))}
      hasField={isOfFlight}
      timeZone={zone}
      currency={line.advertiser.currency}
      onDone={onDone}
    >
      <p className="muted">
        Times in {zone}, amounts in {line.advertiser.currency}.
      </p>
      {rows.map(({ key, ...stored }, index) => {
        const own = typedOf(key);
        const isGone = own?.isGone === true;
        const name = `Flight ${index + 1}`;
        const spent = line.flights.find(({ id }) => id === key)?.pacing?.delivered;
        return (
          <FlightFields
            key={key}
            name={name}
            zone={zone}
            currency={line.advertiser.currency}
            flight={{ ...stored, ...own }}
            path={`schedules[${sent.findIndex((each) => each.key === key)}]`}
            issues={issues}
            isGone={isGone}
            spent={spent}
            spentMore={spentMore(own?.budget, spent)}
            onChange={(fields) => change(key, fields)}
          >
            <button
              type="button"
              aria-pressed={isGone}
              aria-label={`Remove ${name}`}
              onClick={() => change(key, { isGone: !isGone })}
            >
              {isGone ? 'Keep' : 'Remove'}
            </button>
          </FlightFields>
        );
      })}
      <p>
        <button
          type="button"
          onClick={() => {
            setAdded(added + 1);
            change(`new ${added}`, nextFlight(left, zone, serviceNow()));
          }}
        >
          Add a flight
        </button>
      </p>
      {left.length > 0 && (
        <p className="muted">
          {[flightsText(left, line.advertiser, serviceNow()), ...seamsOf(left, line.advertiser)].join(' ')}
        </p>
      )}
    </DraftForm>
  );
}
