/** What costs money, or multiplies what does. */
const COSTS: ReadonlySet<string> = new Set([
  'bidMultiplierCap',
  'bidPrice',
  'budget',
  'dailyBudget',
  'goalAmount',
  'maxGoal',
  'multiplier',
  'reservePrice',
]);
/** A digit too many makes ten times as much. */
const MUCH = 3;

interface Step {
  /** Its name in GraphQL. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Whether a value that costs money becomes more than three times as large. */
export const growsMuch = ({ field, before, after }: Step): boolean =>
  COSTS.has(field) && Number(before) > 0 && Number(after) > MUCH * Number(before);
