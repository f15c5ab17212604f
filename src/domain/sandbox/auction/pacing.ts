import type { DeliveringFlight, DeliveringLine } from '../delivery/read-lines.ts';
import { inMicros, MICROS } from './auction.ts';
import { countHours, covers, type Day, fullHour, HOUR_MS, nextHour, type Period } from './days.ts';
import { DRAWS, random } from './random.ts';

/** The factor by which a line that paces ahead spends faster than an even one. */
const AHEAD = 1.3;
/** A day's allotment varies by this share, up and down. */
const VARIATION = 0.12;

/** What a flight has spent so far, and what it can spend on the last day with delivery. */
export interface FlightState {
  spent: number;
  day: string;
  allotment: number;
  daySpent: number;
  /** What was spent on a day without being simulated: facts that were loaded. */
  loaded?: { readonly day: string; readonly spent: number };
}

/** What pacing knows of a line's supply, to spend more when there is more. */
export interface Course {
  /** What the line could spend in an hour if it answered every request. */
  readonly volume: (hour: number, day: Day) => number;
  /** The supply of a weekday, relative to the mean of a week. */
  readonly weekday: (day: Day) => number;
}

/** Paces a flight of a line: how much of its budget an hour may spend. */
export class FlightPacing {
  readonly #line: DeliveringLine;
  readonly #course: Course;
  readonly #seed: number;
  readonly #period: Period;
  /** Infinite for a flight without a budget. */
  readonly #budget: number;
  /** The most that a day may spend. Infinite for a flight without a daily budget. */
  readonly #dailyBudget: number;
  /** What a flight without a budget spends on an average day. */
  readonly #daily: number;
  /**
   * For each hour of the current day, its own volume and that of it and all later hours. An hour spends its share of
   * that.
   */
  #volumes = new Map<number, { own: number; rest: number }>();
  #measured = '';
  readonly state: FlightState;

  constructor(options: {
    line: DeliveringLine;
    flight: DeliveringFlight;
    course: Course;
    seed: number;
    state: FlightState;
  }) {
    const { line, flight, course, seed, state } = options;
    this.#line = line;
    this.#course = course;
    this.#seed = seed;
    this.#period = flight.period;
    this.#budget = inMicros(flight.budget);
    this.#dailyBudget = inMicros(flight.dailyBudget);
    this.#daily = Math.floor((20 + 40 * random(seed, DRAWS.daily, line.id)) * MICROS);
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
    if (this.#measured !== day.name) this.#measure(hour, day);
    const { allotment, daySpent, spent, loaded } = this.state;
    const onDay = daySpent + (loaded?.day === day.name ? loaded.spent : 0);
    const left = Math.min(allotment - daySpent, this.#dailyBudget - onDay, this.#budget - spent);
    const volume = this.#volumes.get(hour);
    if (left <= 0 || !volume || volume.own === 0) return 0;
    const isLast = this.#line.pacingModeType === 'ASAP' || volume.own >= volume.rest;
    return isLast ? left : Math.floor((left * volume.own) / volume.rest);
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

  /**
   * Starts a day with its share of the remaining budget: by its remaining hours, its weekday and some chance. What a
   * day spends more or less than evenly, the later ones make up for.
   */
  #begin(hour: number, day: Day): void {
    const end = this.#period[1];
    const { left } = this;
    const today = countHours(this.#line.adPeriods, hour, Math.min(day.end, end));
    const all = countHours(this.#line.adPeriods, hour, end);
    this.state.day = day.name;
    this.state.daySpent = 0;
    const weight = today * this.#weight(day);
    if (left === Number.POSITIVE_INFINITY) this.state.allotment = Math.floor(this.#daily * this.#weight(day));
    else if (today === all || this.#line.pacingModeType === 'ASAP') this.state.allotment = left;
    else this.state.allotment = Math.floor((left * weight) / (weight + all - today));
  }

  /** How much more than a later day this one spends. */
  #weight(day: Day): number {
    const mode = this.#line.pacingModeType === 'PACE_AHEAD' ? AHEAD : 1;
    const chance = 2 * random(this.#seed, DRAWS.day, this.#line.id, day.start) - 1;
    return mode * this.#course.weekday(day) * (1 + VARIATION * chance);
  }

  #measure(hour: number, day: Day): void {
    this.#measured = day.name;
    this.#volumes = new Map();
    const last = nextHour(Math.min(day.end, this.#period[1])) - HOUR_MS;
    let rest = 0;
    for (let at = last; at >= fullHour(hour); at -= HOUR_MS) {
      if (!this.runsAt(at)) continue;
      const own = this.#course.volume(at, day);
      rest += own;
      this.#volumes.set(at, { own, rest });
    }
  }
}
