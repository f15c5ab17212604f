import type { DashboardLinesQuery } from '../../generated/graphql.ts';
import { money, percent } from '../../parts/format.ts';
import { words } from '../../parts/words.ts';
import { paceShown } from '../line/daily-spend.ts';
import { BudgetBar } from '../list/budget-bar.tsx';
import { isSpentEarly } from './spent.ts';

type Line = DashboardLinesQuery['lines']['nodes'][number];

/** What tells how a flight goes that runs. */
const PACED: ReadonlySet<string> = new Set(['BEHIND', 'ON_TRACK', 'AHEAD']);

/** The budget of the flight that runs, how much of it is spent, and how that compares with its time. */
export function PacingCell({ line }: { readonly line: Line }) {
  const { pacing } = line;
  if (!pacing) return <span className="muted">No budget</span>;
  const { status, isActive, ratio, budget, delivered, expected, projected, willUnderdeliver } = pacing;
  const isPaced = isActive && PACED.has(status);
  const whole = Math.max(Number(budget.amount), Number.EPSILON);
  const [spent, due] = [delivered, expected].map(({ amount }) => Number(amount) / whole);
  const isEarly = isSpentEarly(line);
  const isOff = isEarly || (isPaced && status !== 'ON_TRACK');
  const pace = typeof ratio === 'number' && isPaced ? ` ${percent(ratio, 0)}` : '';
  const told = [delivered, expected, projected].map(({ amount }) => money(amount, budget.currency));
  return (
    <div
      className="budget"
      title={`${words(paceShown({ status, willUnderdeliver }))}${pace}: ${told[0]} spent, ${told[1]} expected by now${isPaced ? `; ${told[2]} at the end, as in the past 24 hours` : ''}`}
    >
      <span className="budget-head">
        {money(budget.amount, budget.currency, { maximumFractionDigits: 0 })}
        <span className={`cell-note ${isOff || willUnderdeliver ? 'warned' : ''}`}>
          {PACED.has(status) && !isActive ? 'Not running' : words(paceShown({ status, willUnderdeliver }))}
          {!willUnderdeliver && pace}
          {isEarly && ' early'}
        </span>
      </span>
      <BudgetBar spent={spent ?? 0} expected={due ?? 0} isWarning={isOff || willUnderdeliver} />
    </div>
  );
}
