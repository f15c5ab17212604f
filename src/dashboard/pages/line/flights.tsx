import { Figure } from '../../parts/figures/figure.tsx';
import type { Scope } from '../../parts/figures/scope.ts';
import { date, lastDay, moment, money, percent } from '../../parts/format.ts';
import { today } from '../../parts/period/days.ts';
import { Status } from '../../parts/status.tsx';
import { Facts } from '../tree/facts.tsx';
import { Bar } from './bar.tsx';
import { projectionText } from './daily-spend.ts';
import type { LineFound } from './line.tsx';

const DAY_MS = 86_400_000;

/** The flights on one axis of time, with today on it, and how much of each budget is spent. */
export function Flights({ line }: { readonly line: LineFound }) {
  const { flights, advertiser } = line;
  const zone = advertiser.timezone;
  const times = flights.flatMap(({ startDate, endDate }) => [Date.parse(startDate), Date.parse(endDate)]);
  const now = Date.now();
  const from = Math.min(...times, now) - DAY_MS;
  const until = Math.max(...times, now) + DAY_MS;
  const x = (time: number) => (time - from) / (until - from);
  return (
    <>
      <ul className="flights">
        {flights.map(({ id, budget, startDate, endDate, pacing }) => {
          const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
          // Before its start there is nothing to speak of: no spend, no pace, no projection.
          const begun = now >= start ? pacing : undefined;
          return (
            <li key={id}>
              <p className="row">
                <span title={`${moment(startDate, zone)} – ${moment(endDate, zone)}`}>
                  {date(startDate, zone)} – {lastDay(endDate, zone)}
                </span>
                <span className="muted">{zone}</span>
                {pacing && !pacing.isActive && isPaced(pacing.status) && (
                  <span className="muted">Not running</span>
                )}
                {pacing && (pacing.isActive || !isPaced(pacing.status)) && (
                  <Status
                    value={pacing.status}
                    tone={pacing.status === 'SPENT' && now < end ? 'warn' : undefined}
                  />
                )}
                {pacing && isIdle(line, { start, end, now }) && (
                  <span className="muted">No spend in the last 7 days</span>
                )}
              </p>
              <Facts
                facts={[
                  ['Budget', budget ? money(budget, advertiser.currency) : 'None'],
                  ...(begun ? pacingFacts(begun, spentScope(line, { startDate, endDate, now }), zone) : []),
                ]}
              />
              <Bar
                label="Time"
                parts={[
                  { className: 'bar-flight', from: x(start), to: x(end) },
                  ...(now > start
                    ? [{ className: 'bar-past' as const, from: x(start), to: x(Math.min(now, end)) }]
                    : []),
                  { className: 'bar-now', from: x(now), to: x(now) },
                ]}
              />
              {begun && <Spent pacing={begun} />}
            </li>
          );
        })}
      </ul>
      <p className="muted small">
        Bars: solid is past or spent, pale is planned or projected, the mark is now or expected by now.
      </p>
    </>
  );
}

/** What tells how a flight goes, which only one that can run does. */
const isPaced = (status: string): boolean => ['BEHIND', 'ON_TRACK', 'AHEAD'].includes(status);

type Pacing = NonNullable<LineFound['flights'][number]['pacing']>;

interface Times {
  readonly start: number;
  readonly end: number;
  readonly now: number;
}

const WEEK_MS = 7 * DAY_MS;

/** The flight has run for a week that brought nothing: its pace is that of earlier days. */
const isIdle = ({ week, status }: LineFound, { start, end, now }: Times): boolean =>
  status === 'ACTIVE' && now - start > WEEK_MS && now < end && Number(week.spend.amount) === 0;

/** The line, and the days of the flight that have come, in the zone of its advertiser. */
function spentScope(
  { id, advertiser }: LineFound,
  { startDate, endDate, now }: { readonly startDate: string; readonly endDate: string; readonly now: number },
): Scope {
  const dayOf = (time: number) => today(advertiser.timezone, time);
  const last = Math.min(now, Date.parse(endDate) - 1);
  return {
    ...{ node: id, from: dayOf(Date.parse(startDate)), to: dayOf(last) },
    timezone: advertiser.timezone,
  };
}

/** What was spent, what should have been by now, and where it leads. */
function pacingFacts(pacing: Pacing, scope: Scope, zone: string) {
  const { delivered, expected, ratio } = pacing;
  const amount = (value: Pacing['delivered']) => money(value.amount, value.currency);
  return [
    [
      'Spent',
      <Figure
        key="spent"
        {...{ metric: 'SPEND', kind: 'money', scope }}
        currency={delivered.currency}
        value={delivered.amount}
      >
        {amount(delivered)}
      </Figure>,
    ],
    ['Expected by now', amount(expected)],
    ['Pace', ratio === null || ratio === undefined ? '–' : `${percent(ratio, 0)} of expected`],
    ['Projected at end', projectionText(pacing, zone)],
  ] as const;
}

/** What is spent of the budget and what the flight will have spent at its end; the mark is what was expected by now. */
function Spent({ pacing: { budget, delivered, expected, projected } }: { readonly pacing: Pacing }) {
  const whole = Math.max(Number(budget.amount), Number.EPSILON);
  const [spent, due, then] = [delivered, expected, projected].map(({ amount }) => Number(amount) / whole);
  return (
    <Bar
      label="Budget"
      parts={[
        { className: 'bar-flight', from: 0, to: Math.min(then ?? 0, 1) },
        { className: 'bar-past', from: 0, to: spent ?? 0 },
        { className: 'bar-now', from: due ?? 0, to: due ?? 0 },
      ]}
    />
  );
}
