import type { DashboardLinesQuery } from '../../generated/graphql.ts';
import { day, money, percent } from '../../parts/format.ts';
import { serviceNow } from '../../parts/service-clock.ts';
import { words } from '../../parts/words.ts';
import { currentFlight } from '../bulk/flights-of.ts';
import { paceShown } from '../line/daily-spend.ts';
import { BudgetBar } from '../list/cells/budget-bar.tsx';
import { FlightCell } from './line-cells.tsx';
import { isSpentEarly } from './spent.ts';

type Line = DashboardLinesQuery['lines']['nodes'][number];

/** What tells how a flight goes that runs. */
const PACED: ReadonlySet<string> = new Set(['BEHIND', 'ON_TRACK', 'AHEAD']);

/** The budget of the flight that runs and its end, how much of it is spent, and how that compares with its time. */
export function PacingCell({ line }: { readonly line: Line }) {
  const flight = currentFlight(line.schedules, serviceNow());
  const { currency, timezone } = line.advertiser;
  if (!flight) return <span className="muted">No flight</span>;
  const amount = line.pacing?.budget.amount ?? flight.budget;
  const budget = amount ? money(amount, currency, { maximumFractionDigits: 0 }) : 'No budget';
  // Midnight belongs to the day before.
  const end = day(new Date(Date.parse(flight.endDate) - 1).toISOString(), timezone);
  return (
    <div className="budget">
      <FlightCell
        {...{ line, flight }}
        spent={line.pacing ? { amount: line.pacing.delivered.amount, currency } : undefined}
        text={`${budget} to ${end}`}
      >
        {budget} <span className="muted small">to {end}</span>
      </FlightCell>
      <Pace line={line} />
    </div>
  );
}

function Pace({ line }: { readonly line: Line }) {
  const { pacing } = line;
  if (!pacing) return null;
  const { status, isActive, ratio, budget, delivered, expected, projected, willUnderdeliver } = pacing;
  const isPaced = isActive && PACED.has(status);
  const whole = Math.max(Number(budget.amount), Number.EPSILON);
  const [spent, due] = [delivered, expected].map(({ amount }) => Number(amount) / whole);
  const isEarly = isSpentEarly(line);
  const isOff = isEarly || (isPaced && status !== 'ON_TRACK');
  const pace = typeof ratio === 'number' && isPaced ? percent(ratio, 0) : '';
  const name = words(paceShown({ status, willUnderdeliver }));
  const told = [delivered, expected, projected].map(({ amount }) => money(amount, budget.currency));
  return (
    <div
      className="pace"
      title={`${name}${pace && ` ${pace}`}: ${told[0]} spent, ${told[1]} expected by now${isPaced ? `; ${told[2]} at the end, as in the past 24 hours` : ''}`}
    >
      <BudgetBar spent={spent ?? 0} expected={due ?? 0} isWarning={isOff || willUnderdeliver} />
      <span className={`small ${isOff || willUnderdeliver ? 'warned' : 'muted'}`}>
        {PACED.has(status) && !isActive ? 'Not running' : name}
        {!willUnderdeliver && pace && ` ${pace}`}
        {isEarly && ' early'}
      </span>
    </div>
  );
}
