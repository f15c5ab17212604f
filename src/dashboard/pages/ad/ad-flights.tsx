import { momentOf, wallTime } from '../../edit/zoned.ts';
import { Field } from '../../parts/fields/field.tsx';
import { issueOf } from '../../parts/issue.ts';
import { serviceNow } from '../../parts/service-clock.ts';
import { firstFlight } from '../line/flights/next-flight.ts';

/** A period in which an ad runs; one without an ID is added. */
export interface AdFlight {
  readonly id?: string;
  readonly startDate: string;
  readonly endDate: string;
}

interface Props {
  readonly flights: readonly AdFlight[];
  readonly zone: string;
  readonly issues: ReadonlyMap<string, string>;
  readonly onChange: (flights: readonly AdFlight[]) => void;
}

const SIDES = [
  ['startDate', 'Start'],
  ['endDate', 'End'],
] as const;

/** When an ad runs. Without a flight of its own, it runs whenever its line does. */
export function AdFlights({ flights, zone, issues, onChange }: Props) {
  return (
    <fieldset className="field-group">
      <legend>Flights</legend>
      <div className="form">
        {flights.length === 0 && <p className="muted">It runs whenever its line does.</p>}
        {flights.map((flight, at) => (
          <div key={flight.id ?? at} className="fields">
            {SIDES.map(([side, label]) => (
              <Field
                key={side}
                label={label}
                type="datetime-local"
                isRequired
                value={flight[side] ? wallTime(flight[side], zone) : ''}
                issue={issueOf(issues, `schedules[${at}].${side}`, label)}
                onChange={(text) =>
                  onChange(
                    flights.map((each, index) =>
                      index === at ? { ...each, [side]: momentOf(text, zone) ?? '' } : each,
                    ),
                  )
                }
              />
            ))}
            <p className="wide-field">
              <button type="button" onClick={() => onChange(flights.filter((_, index) => index !== at))}>
                Remove flight
              </button>
            </p>
          </div>
        ))}
        <p className="row">
          <button
            type="button"
            onClick={() => {
              const { startDate = '', endDate = '' } = firstFlight(zone, serviceNow());
              onChange([...flights, { startDate, endDate }]);
            }}
          >
            Add flight
          </button>
          <span className="muted small">Times in {zone}.</span>
        </p>
      </div>
    </fieldset>
  );
}
