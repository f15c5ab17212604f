import type { DashboardLineQuery } from '../../generated/graphql.ts';
import { date, money } from '../../parts/format.ts';

type Flight = NonNullable<DashboardLineQuery['line']>['flights'][number];
type Pacing = NonNullable<Flight['pacing']>;

/** What a flight may spend, has spent, and will have spent at its end. */
type Amounts = { readonly [Name in 'budget' | 'delivered' | 'projected']: { readonly amount: string } };

const DAY_MS = 86_400_000;

/** The flight that runs, if it has a budget. */
export const runningFlight = (
  flights: readonly Flight[],
  now: number,
): (Flight & { readonly pacing: Pacing }) | undefined =>
  flights
    .flatMap((flight) => (flight.pacing ? [{ ...flight, pacing: flight.pacing }] : []))
    .find(({ startDate, endDate }) => Date.parse(startDate) <= now && now < Date.parse(endDate));

/** What is left of a budget, what has to be spent of it each day until its end, and what a day spends now. */
export function dailySpend(
  { budget, delivered, projected }: Amounts,
  { end, now }: { readonly end: number; readonly now: number },
): { readonly left: number; readonly needed: number; readonly current: number } {
  const [whole, spent, then] = [budget, delivered, projected].map(({ amount }) => Number(amount));
  const left = Math.max(0, (whole ?? 0) - (spent ?? 0));
  const days = (end - now) / DAY_MS;
  // On its last day all that is left has to be spent.
  return { left, needed: left / Math.max(1, days), current: ((then ?? 0) - (spent ?? 0)) / days };
}

/** No flight spends more than its budget: one that would is over before its end. */
export function projectionText(
  { projected, budgetSpentAt }: Pick<Pacing, 'projected' | 'budgetSpentAt'>,
  zone: string,
): string {
  const end = budgetSpentAt
    ? `Budget gone by ${date(budgetSpentAt, zone)}`
    : money(projected.amount, projected.currency);
  return `${end}, if it continues as in the past 24 hours`;
}

/** A pace that is right so far is no good news where the budget will not be spent. */
export const paceShown = ({
  status,
  willUnderdeliver,
}: Pick<Pacing, 'status' | 'willUnderdeliver'>): Pacing['status'] | 'WILL_UNDERDELIVER' =>
  willUnderdeliver ? 'WILL_UNDERDELIVER' : status;
