import { outcomeOf } from '../../api/outcome.ts';
import type {
  DashboardBulkBudgetsQuery,
  DashboardLineRowFragment,
  UpdateLineInput,
} from '../../generated/graphql.ts';
import type { BulkResult } from './bulk-result.ts';
import { type Flight, isOver } from './flights-of.ts';

const DAY_MS = 86_400_000;

export type BudgetLine = DashboardBulkBudgetsQuery['lines']['nodes'][number];

/** What flights that are not over may spend, before and after a change. */
export interface Pace {
  readonly currency: string;
  readonly lines: number;
  readonly budget: { readonly before: number; readonly after: number };
  /** Of flights that run. */
  readonly spent: number;
  /** The fewest and the most days that a flight that runs has left after the change. */
  readonly days: { readonly least: number; readonly most: number } | undefined;
  /** What flights that run have to spend each day to use their budget. */
  readonly daily: { readonly before: number; readonly after: number };
}

interface Options {
  readonly lines: readonly DashboardLineRowFragment[];
  readonly inputs: readonly UpdateLineInput[];
  readonly results: readonly BulkResult[];
  /** By the ID of the flight; undefined until it is known. */
  readonly spent: ReadonlyMap<string, number>;
  readonly now: number;
}

interface Pair {
  readonly line: DashboardLineRowFragment;
  readonly before: Flight;
  readonly after: Flight;
}

/** The flights that a change is about, of those lines that it changes. */
function pairsOf({ lines, inputs, results }: Pick<Options, 'lines' | 'inputs' | 'results'>): readonly Pair[] {
  return lines.flatMap((line, index) => {
    const result = results[index];
    if (!result || (outcomeOf<BulkResult>(result).done?.changes.length ?? 0) === 0) return [];
    return (inputs[index]?.schedules ?? []).flatMap(({ id, budget, startDate, endDate }) => {
      const before = line.schedules.find((flight) => flight.id === id);
      if (!before) return [];
      const after = {
        ...before,
        ...(budget != null && { budget: String(budget) }),
        ...(startDate != null && { startDate }),
        ...(endDate != null && { endDate }),
      };
      return [{ line, before, after }];
    });
  });
}

/** What the change means for budgets and paces, currency by currency. */
export function pacesOf(options: Options): readonly Pace[] {
  const { spent, now } = options;
  const pairs = pairsOf(options);
  const currencies = [...new Set(pairs.map(({ line }) => line.advertiser.currency))];
  return currencies.map((currency) => {
    const own = pairs.filter(({ line }) => line.advertiser.currency === currency);
    const running = own.filter(({ after }) => isRunning(after, now));
    const left = running.map(({ after }) => daysLeft(after, now));
    const sum = (flights: readonly Flight[], of: (flight: Flight) => number) =>
      flights.reduce((total, flight) => total + of(flight), 0);
    const dailyOf = (flight: Flight) =>
      isRunning(flight, now)
        ? Math.max(0, Number(flight.budget ?? 0) - (spent.get(flight.id) ?? 0)) /
          Math.max(1, daysLeft(flight, now))
        : 0;
    const sides = { before: own.map(({ before }) => before), after: own.map(({ after }) => after) };
    const both = (of: (flight: Flight) => number) => ({
      before: sum(sides.before, of),
      after: sum(sides.after, of),
    });
    return {
      currency,
      lines: new Set(own.map(({ line }) => line.id)).size,
      budget: both(({ budget }) => Number(budget ?? 0)),
      spent: sum(
        running.map(({ after }) => after),
        ({ id }) => spent.get(id) ?? 0,
      ),
      days: left.length > 0 ? { least: Math.min(...left), most: Math.max(...left) } : undefined,
      daily: both(dailyOf),
    };
  });
}

const isRunning = (flight: Flight, now: number): boolean =>
  Date.parse(flight.startDate) <= now && !isOver(flight, now);

const daysLeft = ({ endDate }: Flight, now: number): number => (Date.parse(endDate) - now) / DAY_MS;

/** How much more the budgets of a campaign's flights are together after the change, by the campaign's ID. */
export function addedBudgets(
  options: Pick<Options, 'lines' | 'inputs' | 'results'>,
  campaigns: ReadonlyMap<string, BudgetLine['campaign']>,
): ReadonlyMap<string, number> {
  const added = new Map<string, number>();
  for (const { line, before, after } of pairsOf(options)) {
    const campaign = campaigns.get(line.id);
    if (!campaign) continue;
    const more = Number(after.budget ?? 0) - Number(before.budget ?? 0);
    added.set(campaign.id, (added.get(campaign.id) ?? 0) + more);
  }
  return added;
}
