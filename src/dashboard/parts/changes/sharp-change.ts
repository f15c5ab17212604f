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
/** A digit too many makes ten times as much, one too few a tenth. */
const MUCH = 3;

interface Step {
  /** Its name in GraphQL. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A rise to more than three times as much, or a fall to less than a third. */
export type SharpChange = 'RISE' | 'FALL';

/** How sharply a value that costs money changes; undefined where it does not, or where one of both is not set. */
export function sharpChange({ field, before, after }: Step): SharpChange | undefined {
  if (!COSTS.has(field) || !(Number(before) > 0) || after === null || after === undefined) return undefined;
  if (Number(after) > MUCH * Number(before)) return 'RISE';
  return MUCH * Number(after) < Number(before) ? 'FALL' : undefined;
}
