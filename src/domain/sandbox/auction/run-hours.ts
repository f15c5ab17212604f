import { type FactRecord, hourFacts, type LateFact, nameOfHour } from '../delivery/hour-facts.ts';
import type { DeliveringCampaign, DeliveringLine } from '../delivery/read-lines.ts';
import { type Bidder, byBid, compete, tieBreakerOf } from './auction.ts';
import { CampaignBudget, type CampaignState } from './campaign-budget.ts';
import { conversionsOf, type PlannedConversion } from './conversions.ts';
import { type Day, daysOf } from './days.ts';
import { LineInSupply } from './line.ts';
import { FlightPacing, type FlightState } from './pacing.ts';
import { suppliesOf } from './supply.ts';

/** The spend of a campaign and its flights: read before the simulation, and stored after it. */
export interface Spent {
  readonly campaign: CampaignState;
  readonly flight: (lineId: number, flightId: number) => FlightState;
}

/** Receives the results of the hours, in order. */
export interface Outcome {
  fact(record: FactRecord): void;
  lateFact(late: LateFact): void;
  conversion(planned: PlannedConversion): void;
}

interface Simulation {
  /** All that may deliver: their lines compete. */
  readonly campaigns: readonly DeliveringCampaign[];
  /** The period that will be simulated, in full hours. The end is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly seed: number;
  readonly spentOf: (campaign: DeliveringCampaign) => Spent;
  /** US dollars per unit of a currency. */
  readonly rateAt: (currency: string, hour: number) => number | undefined;
  readonly outcome: Outcome;
  /** How many ads of a line deliver in the same hour; the others take turns. */
  readonly maxAds?: number;
}

/**
 * Returns the simulation of an hour, to be called for each in order. The result only depends on the seed, the settings
 * and the earlier spend, so many short runs give the same result as one long run.
 */
export function simulation(options: Simulation): (hour: number) => void {
  const { campaigns, seed, outcome } = options;
  const supplyOf = suppliesOf(seed);
  const lines = campaigns.flatMap((campaign) => linesOf(campaign, supplyOf, options));
  return (hour) => {
    const bidders = lines.flatMap((line) => line.enter(hour) ?? []);
    const hourName = nameOfHour(hour);
    for (const bidder of bidders.sort(byBid)) {
      const outcomes = bidder.run();
      if (outcomes.length === 0) continue;
      const { line, ads, usdPerUnit, currency } = bidder;
      const { now, late, byAd } = hourFacts({ line, ads, hour, hourName, outcomes, seed });
      for (const record of now) outcome.fact(record);
      for (const fact of late) outcome.lateFact(fact);
      for (const [adId, { impressions, clicks }] of byAd) {
        const converting = { line, adId, currency, usdPerUnit, hour, seed, impressions, clicks };
        for (const planned of conversionsOf(converting)) outcome.conversion(planned);
      }
    }
  };
}

interface RunningBidder extends Bidder {
  readonly line: DeliveringLine;
  readonly ads: ReturnType<LineInSupply['adsAt']>;
  readonly currency: string;
  readonly usdPerUnit: number;
  /** Runs the auctions and spends their cost. */
  run(): ReturnType<typeof compete>;
}

interface RunningLine {
  /** Returns undefined if the line does not bid in the hour. */
  enter(hour: number): RunningBidder | undefined;
}

function linesOf(
  campaign: DeliveringCampaign,
  supplyOf: ReturnType<typeof suppliesOf>,
  { from, to, seed, spentOf, rateAt: rateOf, maxAds }: Simulation,
): RunningLine[] {
  const { currency } = campaign;
  const spent = spentOf(campaign);
  const budget = new CampaignBudget(campaign, spent.campaign);
  const dayAt = inOrder(daysOf(campaign.timezone, from, to));
  const rateAt = (hour: number) => rateOf(currency, hour);
  return campaign.lines.map((line) => {
    const place = new LineInSupply({ line, supplyOf, seed, maxAds });
    const course = place.course(rateAt);
    const flights = line.flights
      .toSorted((a, b) => a.period[0] - b.period[0] || a.id - b.id)
      .map(
        (flight) => new FlightPacing({ line, flight, course, seed, state: spent.flight(line.id, flight.id) }),
      );
    return {
      // Runs for every line and hour. V8 creates objects with spread or rest properties ten times as slowly.
      enter(hour) {
        const running = flights.filter((flight) => flight.runsAt(hour));
        const day = running.length > 0 ? dayAt(hour) : undefined;
        const usdPerUnit = day && rateAt(hour);
        if (!day || usdPerUnit === undefined) return undefined;
        const amounts = running.map((flight) => flight.amountFor(hour, day));
        if (amounts.every((amount) => amount === 0)) return undefined;
        const run = () => {
          const affordable = cut(amounts, budget.leftOn(day));
          const maxUsd = inUsd(sum(affordable), usdPerUnit);
          if (maxUsd === 0) return [];
          const outcomes = compete(bidder, { budget: maxUsd, seed, hour });
          const cost = sum(outcomes.map((one) => one.cost));
          const total = cost === maxUsd ? sum(affordable) : Math.ceil(cost / usdPerUnit);
          spend({ running, budget, amounts: scaled(affordable, total) });
          return outcomes;
        };
        const bidder: RunningBidder = {
          lineId: line.id,
          seatId: line.seatId,
          bid: place.bidAt(hour, day, usdPerUnit),
          tieBreaker: tieBreakerOf(line.id, { seed, hour }),
          targets: place.targetsAt(hour),
          line,
          ads: place.adsAt(hour),
          currency,
          usdPerUnit,
          run,
        };
        return bidder;
      },
    };
  });
}

/** Each flight has its own pace. Spend belongs to the flights in the order in which they began, as in pacing. */
function spend(options: {
  running: readonly FlightPacing[];
  budget: CampaignBudget;
  amounts: readonly number[];
}): void {
  const { running, budget, amounts } = options;
  let rest = sum(amounts);
  budget.spend(rest);
  for (const [at, flight] of running.entries()) {
    const part = Math.min(rest, flight.left);
    flight.pace(amounts[at] ?? 0);
    flight.spend(part);
    rest -= part;
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** Cuts amounts, the last ones first, so that their sum is at most a limit. */
function cut(amounts: readonly number[], limit: number): number[] {
  let left = limit;
  return amounts.map((amount) => {
    const part = Math.min(amount, left);
    left -= part;
    return part;
  });
}

/** Scales amounts so that their sum is a total, which is at most what it was. */
function scaled(amounts: readonly number[], total: number): number[] {
  const before = sum(amounts);
  let [sofar, given] = [0, 0];
  return amounts.map((amount) => {
    sofar += amount;
    const part = sofar === before ? total - given : Math.floor((total * sofar) / before) - given;
    given += part;
    return part;
  });
}

/** Rounded down, so that converting it back never gives more than was spent. */
function inUsd(micros: number, usdPerUnit: number): number {
  return usdPerUnit === 1 ? micros : Math.floor(micros * usdPerUnit * (1 - 1e-12));
}

/** Returns the day of an hour. Hours must be asked for in order. */
function inOrder(days: readonly Day[]): (hour: number) => Day | undefined {
  let at = 0;
  return (hour) => {
    while (hour >= (days[at]?.end ?? Number.POSITIVE_INFINITY)) at += 1;
    return days[at];
  };
}
