import { Figure } from '../../parts/figures/figure.tsx';
import { date, money } from '../../parts/format.ts';
import { today } from '../../parts/period/days.ts';
import type { LineFound } from './line.tsx';

type Flight = LineFound['flights'][number];
type Pacing = NonNullable<Flight['pacing']>;

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
  { budget, delivered, projected }: Pick<Pacing, 'budget' | 'delivered' | 'projected'>,
  { end, now }: { readonly end: number; readonly now: number },
): { readonly left: number; readonly needed: number; readonly current: number } {
  const [whole, spent, then] = [budget, delivered, projected].map(({ amount }) => Number(amount));
  const left = Math.max(0, (whole ?? 0) - (spent ?? 0));
  const days = (end - now) / DAY_MS;
  // On its last day all that is left has to be spent.
  return { left, needed: left / Math.max(1, days), current: ((then ?? 0) - (spent ?? 0)) / days };
}

/** How the budget of the running flight stands, for the head of the page. */
export function spendFacts(line: LineFound, now = Date.now()) {
  const flight = runningFlight(line.flights, now);
  if (!flight) return [];
  const { pacing, startDate, endDate } = flight;
  const { currency, amount } = pacing.delivered;
  const { timezone } = line.advertiser;
  const { left, needed, current } = dailySpend(pacing, { end: Date.parse(endDate), now });
  const day = (time: number) => today(timezone, time);
  return [
    [
      'Spent',
      <Figure
        key="spent"
        {...{ metric: 'SPEND', kind: 'money', currency, value: amount }}
        scope={{ node: line.id, from: day(Date.parse(startDate)), to: day(now) }}
      >
        {money(amount, currency)} of {money(pacing.budget.amount, currency)}
      </Figure>,
    ],
    ['Left', `${money(left, currency)} until ${date(endDate, timezone)}`],
    ['Needed a day', `${money(needed, currency)}; ${money(current, currency)} in the past 24 hours`],
  ] as const;
}
