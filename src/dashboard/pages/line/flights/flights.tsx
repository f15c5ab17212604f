import { Figure } from '../../../parts/figures/figure.tsx';
import type { Scope } from '../../../parts/figures/scope.ts';
import { counted, date, lastDay, moment, money, percent } from '../../../parts/format.ts';
import { today } from '../../../parts/period/days.ts';
import { serviceNow } from '../../../parts/service-clock.ts';
import { Status } from '../../../parts/status.tsx';
import { type Column, Table } from '../../../parts/table.tsx';
import { Bar } from '../bar.tsx';
import { paceShown, projectionText } from '../daily-spend.ts';
import type { LineFound } from '../line.tsx';
import { FlightCalendar } from './flight-calendar.tsx';
import { daysOf, flightsText, seamsOf } from './flights-text.ts';
import { WeekGlance } from './week-glance.tsx';

const DAY_MS = 86_400_000;

/** The flights: all on one axis, where they leave gaps, and of each what it may spend, has spent, and will have. */
export function Flights({ line }: { readonly line: LineFound }) {
  const { flights, advertiser } = line;
  const seams = seamsOf(flights, advertiser);
  return (
    <>
      <p className="summary">
        {flightsText(flights, advertiser, serviceNow())}{' '}
        <span className="muted small">
          Days in <span>{advertiser.timezone}</span>.
        </span>
      </p>
      {seams.length > 0 && (
        <div className="note warn">
          {seams.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      <FlightCalendar line={line} />
      <Table label="Flights" rows={flights} columns={columnsOf(line)} keyOf={({ id }) => id} />
      <p className="muted small">
        Bars: solid is spent, pale is projected as in the past 24 hours, the mark is expected by now.
      </p>
      <WeekGlance line={line} />
    </>
  );
}

type Flight = LineFound['flights'][number];

function columnsOf(line: LineFound): readonly Column<Flight>[] {
  const { currency, timezone: zone } = line.advertiser;
  const now = serviceNow();
  // Before its start there is nothing to speak of: no spend, no pace, no projection.
  const begun = ({ startDate, pacing }: Flight) => (now >= Date.parse(startDate) ? pacing : undefined);
  return [
    {
      name: 'Flight',
      wraps: true,
      cell: (flight) => (
        <>
          <span title={`${moment(flight.startDate, zone)} – ${moment(flight.endDate, zone)}`}>
            {date(flight.startDate, zone)} – {lastDay(flight.endDate, zone)}
          </span>
          <span className="cell-note">{counted(daysOf(flight), 'day')}</span>
        </>
      ),
    },
    {
      name: 'Pacing',
      cell: (flight) => {
        const { pacing, startDate, endDate } = flight;
        const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
        return (
          <>
            {pacing && !pacing.isActive && isPaced(pacing.status) && (
              <span className="muted">Not running</span>
            )}
            {pacing && (pacing.isActive || !isPaced(pacing.status)) && (
              <Status
                value={paceShown(pacing)}
                tone={pacing.status === 'SPENT' && now < end ? 'warn' : undefined}
              />
            )}
            {pacing && isIdle(line, { start, end, now }) && (
              <span className="cell-note">No spend in the last 7 days</span>
            )}
          </>
        );
      },
    },
    {
      name: 'Budget',
      numeric: true,
      cell: ({ budget, dailyBudget, ...flight }) => (
        <>
          <span>{budget ? money(budget, currency) : 'None'}</span>
          {budget && (
            <span className="cell-note">{money(Number(budget) / daysOf(flight), currency)} a day</span>
          )}
          {dailyBudget && <span className="cell-note">at most {money(dailyBudget, currency)} a day</span>}
        </>
      ),
    },
    {
      name: 'Spent',
      numeric: true,
      cell: (flight) => {
        const pacing = begun(flight);
        if (!pacing) return '–';
        return (
          <>
            <Figure
              {...{ metric: 'SPEND', kind: 'money', scope: spentScope(line, { ...flight, now }) }}
              currency={pacing.delivered.currency}
              value={pacing.delivered.amount}
            >
              {money(pacing.delivered.amount, pacing.delivered.currency)}
            </Figure>
            <Spent pacing={pacing} />
          </>
        );
      },
    },
    {
      name: 'Expected by now',
      numeric: true,
      cell: (flight) => {
        const pacing = begun(flight);
        if (!pacing) return '–';
        const { expected, ratio } = pacing;
        return (
          <>
            {money(expected.amount, expected.currency)}
            <span className="cell-note">
              {ratio === null ? 'No pace' : `${percent(ratio, 0)} of it spent`}
            </span>
          </>
        );
      },
    },
    {
      name: 'At its end',
      title: 'If it continues as in the past 24 hours',
      wraps: true,
      cell: (flight) => {
        const pacing = begun(flight);
        if (!pacing) return '–';
        return now < Date.parse(flight.endDate) ? projectionText(pacing, zone) : 'Over';
      },
    },
  ];
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

/** What is spent of the budget and what the flight will have spent at its end; the mark is what was expected by now. */
function Spent({ pacing: { budget, delivered, expected, projected } }: { readonly pacing: Pacing }) {
  const whole = Math.max(Number(budget.amount), Number.EPSILON);
  const [spent, due, then] = [delivered, expected, projected].map(({ amount }) => Number(amount) / whole);
  return (
    <Bar
      parts={[
        { className: 'bar-flight', from: 0, to: Math.min(then ?? 0, 1) },
        { className: 'bar-past', from: 0, to: spent ?? 0 },
        { className: 'bar-now', from: due ?? 0, to: due ?? 0 },
      ]}
    />
  );
}
