import { countHours, covers, type Day, fullHour, HOUR_MS, nextHour, type Period } from './days.ts';
import { type LineTraits, turnHours, weightOf } from './line.ts';
import { DRAWS, random } from './random.ts';
import type { DeliveringFlight, DeliveringLine } from './read-lines.ts';

/** Money is counted in millionths of the advertiser's currency, as exact integers. */
export const MICROS = 1_000_000;
/** A larger budget cannot be counted exactly. Tests do not need one. */
const LARGEST = 9e15;

/** What a flight has spent so far, and what it can spend on the last day with delivery. */
export interface FlightState {
  spent: number;
  day: string;
  allotment: number;
  daySpent: number;
}

/** A flight of a line during the simulation. */
export class RunningFlight {
  readonly #line: DeliveringLine;
  readonly #seed: number;
  readonly #period: Period;
  /** Infinite for a flight without a budget. */
  readonly #budget: number;
  /** The amount that the flight aims to spend, at most the budget. */
  readonly #target: number;
  readonly #daily: number;
  /**
   * For each hour of the current day, its own weight and that of it and all later hours. An hour spends its share of
   * that.
   */
  #weights = new Map<number, { own: number; rest: number }>();
  #weighed = '';
  /** See `turnHours`. */
  readonly turnMs: number;
  readonly state: FlightState;

  constructor(options: {
    line: DeliveringLine;
    flight: DeliveringFlight;
    traits: LineTraits;
    seed: number;
    state: FlightState;
  }) {
    const { line, flight, traits, seed, state } = options;
    this.#line = line;
    this.#seed = seed;
    this.#period = flight.period;
    this.#budget =
      flight.budget === null
        ? Number.POSITIVE_INFINITY
        : Math.min(Math.round(flight.budget * MICROS), LARGEST);
    this.#target = Math.floor(this.#budget * traits.share);
    this.#daily = Math.floor((20 + 40 * random(seed, DRAWS.daily, line.id)) * MICROS * traits.share);
    this.turnMs = turnHours(line, flight.period) * HOUR_MS;
    this.state = state;
  }

  /** Returns whether the flight is running and an ad of the line is in flight when the hour begins. */
  runsAt(hour: number): boolean {
    const [start, end] = this.#period;
    return start <= hour && hour < end && covers(this.#line.adPeriods, hour);
  }

  /** Returns what the hour can spend: its share of the day's allotment. The last hour of the day spends the rest. */
  amountFor(hour: number, day: Day): number {
    if (this.state.day !== day.name) this.#begin(hour, day);
    if (this.#weighed !== day.name) this.#weigh(hour, day);
    const { allotment, daySpent, spent } = this.state;
    const left = Math.min(allotment - daySpent, this.#target - spent);
    const weight = this.#weights.get(hour);
    if (left <= 0 || !weight) return 0;
    return weight.own >= weight.rest ? left : Math.floor((left * weight.own) / weight.rest);
  }

  /** The remaining budget. */
  get left(): number {
    return Math.max(this.#budget - this.state.spent, 0);
  }

  /** Counts an amount toward the day's allotment. */
  pace(amount: number): void {
    this.state.daySpent += amount;
  }

  /** Counts an amount that belongs to the flight. */
  spend(amount: number): void {
    this.state.spent += amount;
  }

  /** Starts a day, which can spend its share of the remaining budget according to the remaining hours. */
  #begin(hour: number, day: Day): void {
    const end = this.#period[1];
    const left = Math.max(this.#target - this.state.spent, 0);
    const today = countHours(this.#line.adPeriods, hour, Math.min(day.end, end));
    const all = countHours(this.#line.adPeriods, hour, end);
    this.state.day = day.name;
    this.state.daySpent = 0;
    this.state.allotment =
      left === Number.POSITIVE_INFINITY
        ? this.#daily
        : today === all
          ? left
          : Math.floor((left * today) / all);
  }

  #weigh(hour: number, day: Day): void {
    this.#weighed = day.name;
    this.#weights = new Map();
    const last = nextHour(Math.min(day.end, this.#period[1])) - HOUR_MS;
    let rest = 0;
    for (let at = last; at >= fullHour(hour); at -= HOUR_MS) {
      if (!this.runsAt(at)) continue;
      const own = weightOf(this.#line, day, at, this.#seed);
      rest += own;
      this.#weights.set(at, { own, rest });
    }
  }
}
