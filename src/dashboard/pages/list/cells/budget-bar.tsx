interface Props {
  /** Shares of the budget. */
  readonly spent: number;
  /** What should have been spent by now. */
  readonly expected?: number;
  readonly isWarning?: boolean;
}

const WIDTH = 100;
const MARK = 2;
const within = (share: number): number => Math.min(1, Math.max(0, share)) * WIDTH;

/** How much of a budget is spent; the mark is what should be by now. The figures stand beside it. */
export function BudgetBar({ spent, expected, isWarning = false }: Props) {
  return (
    <svg viewBox={`0 0 ${WIDTH} 6`} preserveAspectRatio="none" className="budget-bar" aria-hidden="true">
      <rect className="bar-ground" width={WIDTH} height="6" />
      <rect className={isWarning ? 'bar-warn' : 'bar-past'} width={within(spent)} height="6" />
      {expected !== undefined && (
        <rect className="bar-now" x={Math.min(WIDTH - MARK, within(expected))} width={MARK} height="6" />
      )}
    </svg>
  );
}
