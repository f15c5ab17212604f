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
      <legend>Flights of its own</legend>
      <div className="form">
        {flights.length === 0 && <p className="muted">None: it runs whenever its line does.</p>}
        {flights.map((flight, at) => (
          <div key={flight.id ?? at} className="ad-flight">
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
            <button type="button" onClick={() => onChange(flights.filter((_, index) => index !== at))}>
              Remove flight
            </button>
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

/** Times that are missing, by the paths of the service. */
export const adFlightIssues = (flights: readonly AdFlight[]): ReadonlyMap<string, string> =>
  new Map(
    flights.flatMap((flight, at) =>
      SIDES.filter(([side]) => flight[side] === '').map(
        ([side]) => [`schedules[${at}].${side}`, `schedules[${at}].${side} is required`] as const,
      ),
    ),
  );
