import { CampaignBudget, type CampaignState } from './campaign-budget.ts';
import { type Day, daysOf, HOUR_MS } from './days.ts';
import { type FlightState, RunningFlight } from './flight.ts';
import { hourConversions, type PlannedConversion } from './hour-conversions.ts';
import { type FactRecord, type HourFacts, hourFacts, nameOfHour } from './hour-facts.ts';
import { traitsOf } from './line.ts';
import type { DeliveringCampaign } from './read-lines.ts';

/** The spend of a campaign and its flights: read before the simulation, and stored after it. */
export interface Spent {
  readonly campaign: CampaignState;
  readonly flight: (lineId: number, flightId: number) => FlightState;
}

/** Receives the results of the hours, in order. */
export interface Outcome {
  fact(record: FactRecord): void;
  lateFact(late: NonNullable<HourFacts['late']>): void;
  conversion(planned: PlannedConversion): void;
}

/**
 * Simulates the lines of a campaign for the hours from `from` (inclusive) to `to` (exclusive). The result only depends
 * on the seed, the settings and the earlier spend, so many short runs give the same result as one long run.
 */
export function runCampaign(options: {
  campaign: DeliveringCampaign;
  from: number;
  to: number;
  seed: number;
  spent: Spent;
  /** US dollars per unit of the campaign's currency. */
  rateAt: (hour: number) => number | undefined;
  outcome: Outcome;
}): void {
  const { campaign, from, to, seed, spent, rateAt, outcome } = options;
  const budget = new CampaignBudget(campaign, spent.campaign);
  const lines = campaign.lines.map((line) => {
    const traits = traitsOf(line, seed);
    const flights = line.flights
      .toSorted((a, b) => a.period[0] - b.period[0] || a.id - b.id)
      .map(
        (flight) =>
          new RunningFlight({ line, flight, traits, seed, state: spent.flight(line.id, flight.id) }),
      );
    return { line, traits, flights };
  });
  const days = daysOf(campaign.timezone, from, to);
  let dayAt = 0;
  for (let hour = from; hour < to; hour += HOUR_MS) {
    while (hour >= (days[dayAt]?.end ?? Number.POSITIVE_INFINITY)) dayAt += 1;
    const day = days[dayAt];
    const usdPerUnit = rateAt(hour);
    if (!day || usdPerUnit === undefined) continue;
    const hourName = nameOfHour(hour);
    for (const { line, traits, flights } of lines) {
      const running = flights.filter((flight) => flight.runsAt(hour));
      const [first] = running;
      const micros = spendHour({ running, budget, hour, day });
      if (!first || micros === 0) continue;
      const { turnMs } = first;
      const facts = hourFacts({ line, traits, hour, hourName, turnMs, micros, usdPerUnit, seed });
      if (!facts) continue;
      outcome.fact(facts.record);
      if (facts.late) outcome.lateFact(facts.late);
      const { currency } = campaign;
      for (const planned of hourConversions({ line, currency, hour, facts, seed }))
        outcome.conversion(planned);
    }
  }
}

/** Each flight has its own pace. Spend belongs to the flights in the order in which they began, as in pacing. */
function spendHour(options: {
  running: readonly RunningFlight[];
  budget: CampaignBudget;
  hour: number;
  day: Day;
}): number {
  const { running, budget, hour, day } = options;
  let sum = 0;
  for (const flight of running) {
    const amount = Math.min(flight.amountFor(hour, day), budget.leftOn(day));
    flight.pace(amount);
    budget.spend(amount);
    sum += amount;
  }
  let rest = sum;
  for (const flight of running) {
    const part = Math.min(rest, flight.left);
    flight.spend(part);
    rest -= part;
  }
  return sum;
}
