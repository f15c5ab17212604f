import type { ReactNode } from 'react';
import { momentOf, wallTime } from '../../edit/zoned.ts';
import { Field } from '../../parts/field.tsx';

/** What was typed about one flight. */
export interface FlightTexts {
  readonly startDateStr?: string;
  readonly endDateStr?: string;
  readonly budget?: string | null;
}

interface Props {
  readonly name: string;
  readonly zone: string;
  /** As it stands there: typed, else stored. */
  readonly flight: FlightTexts;
  /** Where the service knows the flight by, as in `schedules[0]`. */
  readonly path: string;
  readonly issues: ReadonlyMap<string, string>;
  readonly isGone?: boolean;
  readonly onChange: (change: FlightTexts) => void;
  readonly children?: ReactNode;
}

/** When a flight runs, on the clock of the advertiser's zone, and what it may spend. */
export function FlightFields(props: Props) {
  const { name, zone, flight, path, issues, isGone = false, onChange, children } = props;
  return (
    <fieldset className="fields flight" aria-label={name}>
      <legend className={isGone ? 'gone' : undefined}>{name}</legend>
      {(['startDateStr', 'endDateStr'] as const).map((side) => (
        <Field
          key={side}
          label={side === 'startDateStr' ? 'Start' : 'End'}
          type="datetime-local"
          value={flight[side] ? wallTime(flight[side], zone) : ''}
          issue={issues.get(`${path}.${side}`)}
          onChange={(text) => onChange({ [side]: momentOf(text, zone) ?? '' })}
        />
      ))}
      <Field
        label="Budget"
        value={flight.budget ?? ''}
        issue={issues.get(`${path}.budget`)}
        onChange={(text) => onChange({ budget: text === '' ? null : text })}
      />
      {children}
    </fieldset>
  );
}

/** Whether a problem is shown at one of these fields. */
export const isOfFlight = (path: string): boolean =>
  /^schedules\[\d+\]\.(startDateStr|endDateStr|budget)$/.test(path);
