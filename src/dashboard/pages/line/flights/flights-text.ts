import { counted, date, lastDay, money, number } from '../../../parts/format.ts';

interface Flight {
  readonly startDate: string;
  readonly endDate: string;
  readonly budget?: string | null;
}

interface Owner {
  readonly timezone: string;
  readonly currency: string;
}

const DAY_MS = 86_400_000;

/** How many days a flight has; a part of one counts as one. */
export const daysOf = ({ startDate, endDate }: Pick<Flight, 'startDate' | 'endDate'>): number =>
  Math.max(1, Math.ceil((Date.parse(endDate) - Date.parse(startDate)) / DAY_MS - 1e-6));

const inOrder = <Each extends Flight>(flights: readonly Each[]): readonly Each[] =>
  [...flights].sort((one, other) => Date.parse(one.startDate) - Date.parse(other.startDate));

/** What all flights may spend together; undefined where one has no limit. */
export const budgetOf = (flights: readonly Flight[]): number | undefined =>
  flights.every(({ budget }) => budget)
    ? flights.reduce((sum, { budget }) => sum + Number(budget), 0)
    : undefined;

/** Where nothing runs from one flight to the next, and where two run at once, each in a sentence. */
export function seamsOf(flights: readonly Flight[], { timezone }: Owner): readonly string[] {
  const sorted = inOrder(flights);
  return sorted.slice(1).flatMap((next, at) => {
    // The one that ends last of those before.
    const before = sorted
      .slice(0, at + 1)
      .reduce((latest, each) => (Date.parse(each.endDate) > Date.parse(latest.endDate) ? each : latest));
    const gap = Date.parse(next.startDate) - Date.parse(before.endDate);
    if (gap >= DAY_MS)
      return [
        `Nothing runs for ${counted(Math.round(gap / DAY_MS), 'day')} after ${lastDay(before.endDate, timezone)}.`,
      ];
    return gap < 0 ? [`Two flights run at once from ${date(next.startDate, timezone)}.`] : [];
  });
}

const withoutBudget = (flights: readonly Flight[]): string =>
  flights.some(({ budget }) => budget) ? 'not all with a budget' : 'no budget';

/** How many flights there are, what they may spend together, and which runs. */
export function flightsText(flights: readonly Flight[], owner: Owner, now: number): string {
  const sorted = inOrder(flights);
  const budget = budgetOf(flights);
  const running = sorted.find(
    ({ startDate, endDate }) => Date.parse(startDate) <= now && now < Date.parse(endDate),
  );
  const next = sorted.find(({ startDate }) => now < Date.parse(startDate));
  const last = sorted.at(-1);
  const state = running
    ? `One runs until ${lastDay(running.endDate, owner.timezone)}`
    : next
      ? `None runs now; the next begins ${date(next.startDate, owner.timezone)}`
      : `The last ended ${last ? lastDay(last.endDate, owner.timezone) : ''}`;
  return `${counted(flights.length, 'flight')}, ${
    budget === undefined ? withoutBudget(flights) : `${money(budget, owner.currency)} in all`
  }. ${state}.`;
}

/** `Bids are higher in 40 hours of the week (up to 1.8×) and lower in 35 (down to 0.4×).` */
export function weekText(factors: readonly number[]): string {
  const more = factors.filter((factor) => factor > 1);
  const less = factors.filter((factor) => factor < 1);
  if (more.length + less.length === 0) return 'Every hour of the week has the same bid.';
  const parts = [
    ...(more.length > 0
      ? [`higher in ${counted(more.length, 'hour')} of the week, up to ${number(Math.max(...more))}×`]
      : []),
    ...(less.length > 0
      ? [`lower in ${counted(less.length, 'hour')} of the week, down to ${number(Math.min(...less))}×`]
      : []),
  ];
  return `Bids are ${parts.join(', and ')}.`;
}

/** What a flight has spent, where that is more than the budget that was typed. */
export function spentMore(
  budget: string | null | undefined,
  spent: { readonly amount: string; readonly currency: string } | undefined,
): string | undefined {
  if (!budget || !spent || !(Number(budget) < Number(spent.amount))) return undefined;
  return money(spent.amount, spent.currency);
}
