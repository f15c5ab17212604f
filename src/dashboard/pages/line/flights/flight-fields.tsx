import type { ReactNode } from 'react';
import { momentOf, wallTime } from '../../../edit/zoned.ts';
import { Field } from '../../../parts/fields/field.tsx';
import { isNumber, NUMBER_WANTED } from '../../../parts/fields/numbers.ts';
import { money, symbolOf } from '../../../parts/format.ts';
import { issueAt } from '../../../parts/issue.ts';
import type { FlightTexts } from './typed-flight.ts';

export type { FlightTexts };

interface Props {
  readonly name: string;
  readonly zone: string;
  /** Of the budgets. */
  readonly currency: string;
  /** As it stands there: typed, else stored. */
  readonly flight: FlightTexts;
  /** Where the service knows the flight by, as in `schedules[0]`. */
  readonly path: string;
  readonly issues: ReadonlyMap<string, string>;
  readonly isGone?: boolean;
  /** What it has spent. */
  readonly spent?: { readonly amount: string; readonly currency: string } | undefined;
  /** The same in words, if that is more than its budget. */
  readonly spentMore?: string | undefined;
  readonly onChange: (change: FlightTexts) => void;
  readonly children?: ReactNode;
}

const BUDGETS = [
  ['budget', 'Budget'],
  ['dailyBudget', 'Budget per day'],
] as const;

/** When a flight runs, on the clock of the advertiser's zone, and what it may spend. */
export function FlightFields(props: Props) {
  const {
    name,
    zone,
    currency,
    flight,
    path,
    issues,
    isGone = false,
    spent,
    spentMore,
    onChange,
    children,
  } = props;
  const issueOf = (field: keyof FlightTexts, label: string) => {
    const issue = issues.get(`${path}.${field}`);
    return issue && issueAt(`${path}.${field}`, issue, label);
  };
  return (
    <fieldset className="fields flight" aria-label={name}>
      <legend className={isGone ? 'gone' : undefined}>{name}</legend>
      {(['startDate', 'endDate'] as const).map((side) => (
        <Field
          key={side}
          label={side === 'startDate' ? 'Start' : 'End'}
          type="datetime-local"
          isRequired
          value={flight[side] ? wallTime(flight[side], zone) : ''}
          issue={issueOf(side, side === 'startDate' ? 'Start' : 'End')}
          onChange={(text) => onChange({ [side]: momentOf(text, zone) ?? '' })}
        />
      ))}
      {BUDGETS.map(([field, label]) => (
        <Field
          key={field}
          label={label}
          unit={symbolOf(currency)}
          {...(field === 'budget' &&
            spent && { hint: `${money(spent.amount, spent.currency)} spent so far` })}
          value={flight[field] ?? ''}
          issue={issueOf(field, label)}
          onChange={(text) => onChange({ [field]: text === '' ? null : text })}
        />
      ))}
      {children}
      {spentMore && (
        <p className="warned wide-field" role="status">
          {spentMore} is spent already: with this budget it delivers no more.
        </p>
      )}
    </fieldset>
  );
}

/** What cannot be sent: times that are missing, and budgets in words. Of flights in the order in which they are sent. */
export const flightIssues = (flights: readonly FlightTexts[]): ReadonlyMap<string, string> =>
  new Map(
    flights.flatMap((flight, at) => {
      const missing = (['startDate', 'endDate'] as const).filter((side) => flight[side] === '');
      const path = `schedules[${at}]`;
      return [
        ...missing.map((side) => [`${path}.${side}`, `${path}.${side} is required`] as const),
        ...BUDGETS.flatMap(([field]) => {
          const text = flight[field];
          return text && !isNumber(text) ? [[`${path}.${field}`, NUMBER_WANTED] as const] : [];
        }),
      ];
    }),
  );

/** Whether a problem is shown at one of these fields. */
export const isOfFlight = (path: string): boolean =>
  /^schedules\[\d+\]\.(startDate|endDate|budget|dailyBudget)$/.test(path);
