import { date, moment, money, percent } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import { Facts } from '../tree/facts.tsx';
import type { LineFound } from './line.tsx';

const DAY_MS = 86_400_000;

/** The flights on one axis of time, with today on it. Drawn as SVG: the strict policy has no styles in line. */
export function Flights({ line }: { readonly line: LineFound }) {
  const { flights, advertiser } = line;
  const zone = advertiser.timezone;
  const times = flights.flatMap(({ startDateStr, endDateStr }) => [
    Date.parse(startDateStr),
    Date.parse(endDateStr),
  ]);
  const now = Date.now();
  const from = Math.min(...times, now) - DAY_MS;
  const until = Math.max(...times, now) + DAY_MS;
  const x = (time: number) => ((time - from) / (until - from)) * 1000;
  return (
    <ul className="flights">
      {flights.map(({ id, budget, startDateStr, endDateStr, pacing }) => {
        const [start, end] = [Date.parse(startDateStr), Date.parse(endDateStr)];
        return (
          <li key={id}>
            <p className="row">
              <span title={`${moment(startDateStr, zone)} – ${moment(endDateStr, zone)}`}>
                {date(startDateStr, zone)} – {date(endDateStr, zone)}
              </span>
              <span className="muted">{zone}</span>
              <strong>{budget ? money(budget, advertiser.currency) : 'No budget'}</strong>
              {pacing && <Status value={pacing.status} />}
            </p>
            {pacing && <PacingFacts pacing={pacing} />}
            <svg viewBox="0 0 1000 18" preserveAspectRatio="none" className="bar" aria-hidden="true">
              <rect className="bar-ground" width="1000" height="18" />
              <rect className="bar-flight" x={x(start)} width={Math.max(4, x(end) - x(start))} height="18" />
              {now > start && (
                <rect
                  className="bar-past"
                  x={x(start)}
                  width={Math.max(0, x(Math.min(now, end)) - x(start))}
                  height="18"
                />
              )}
              <rect className="bar-now" x={x(now)} width="3" height="18" />
            </svg>
          </li>
        );
      })}
    </ul>
  );
}

type Pacing = NonNullable<LineFound['flights'][number]['pacing']>;

/** What was spent, what should have been by now, and where it leads. */
function PacingFacts({ pacing: { delivered, expected, projected, ratio } }: { readonly pacing: Pacing }) {
  const amount = (value: Pacing['delivered']) => money(value.amount, value.currency);
  return (
    <Facts
      facts={[
        ['Delivered', amount(delivered)],
        ['Expected by now', amount(expected)],
        ['Of what was expected', ratio === null || ratio === undefined ? '–' : percent(ratio, 0)],
        ['Projected', amount(projected)],
      ]}
    />
  );
}
