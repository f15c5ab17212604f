import type { DeliveryOf } from './figures.ts';
import type { Asked, Span } from './read.ts';

/** A period with a budget. */
export interface Flight {
  readonly budget: number | null;
  readonly startDate: Date;
  readonly endDate: Date;
}

export type PacingStatus = 'NOT_STARTED' | 'BEHIND' | 'ON_TRACK' | 'AHEAD' | 'SPENT' | 'ENDED';

/** The spend of a flight compared with its budget, in the advertiser's currency. */
export interface Pacing {
  readonly currency: string;
  readonly budget: number;
  readonly delivered: string;
  readonly expected: number;
  readonly ratio: number | null;
  readonly projected: number;
  readonly status: PacingStatus;
}

const DAY_MS = 86_400_000;
/** How far from 1 a ratio is still on track. */
export const TOLERANCE = 0.1;

/** The flight that a line's pacing is about: the one that runs now, else the next, else the last. */
export function currentFlight<F extends Flight>(flights: readonly F[], now: Date): F | undefined {
  const byStart = flights.toSorted((a, b) => a.startDate.getTime() - b.startDate.getTime());
  const ends = (flight: F) => flight.endDate.getTime();
  return (
    byStart.find(({ startDate, endDate }) => startDate <= now && now < endDate) ??
    byStart.find(({ startDate }) => now < startDate) ??
    byStart.toSorted((a, b) => ends(a) - ends(b)).at(-1)
  );
}

const SPEND = new Set(['spend'] as const);

/** What the pacing of a line's flight asks of delivery: all of it, and its part of the last 24 hours. Nothing without a budget. */
export function asksOf(id: number, flight: Flight, now: Date): Asked<'spend'>[] {
  if (flight.budget === null) return [];
  const spans = spansOf(flight, now);
  return [spans.flight, spans.recent].map((about) => ({ level: 'Line', id, about, figures: SPEND }));
}

function spansOf({ startDate, endDate }: Flight, now: Date): { flight: Span; recent: Span } {
  const until = new Date(Math.min(now.getTime(), endDate.getTime()));
  const since = new Date(Math.max(startDate.getTime(), now.getTime() - DAY_MS));
  return { flight: { since: startDate, until: endDate }, recent: { since, until } };
}

/** Null for a flight without a budget. */
export function pacingOf(options: {
  flight: Flight;
  /** Of the flight, and of its part of the last 24 hours. */
  delivered: DeliveryOf<'spend'>;
  recent: DeliveryOf<'spend'>;
  now: Date;
}): Pacing | null {
  const { flight, recent, now } = options;
  const { budget } = flight;
  if (budget === null) return null;
  const [start, end] = [flight.startDate.getTime(), flight.endDate.getTime()];
  const delivered = Number(options.delivered.spend);
  const elapsed = Math.min(Math.max(now.getTime() - start, 0), end - start);
  const expected = budget * (elapsed / (end - start));
  const ratio = expected > 0 ? delivered / expected : null;
  const measured = Math.min(DAY_MS, elapsed);
  const rate = measured > 0 ? Number(recent.spend) / measured : 0;
  const { currency, spend } = options.delivered;
  return {
    currency,
    budget,
    delivered: spend,
    expected,
    ratio,
    projected: now.getTime() >= end ? delivered : delivered + rate * (end - start - elapsed),
    status: statusOf({
      delivered,
      budget,
      ratio,
      started: now.getTime() >= start,
      ended: now.getTime() >= end,
    }),
  };
}

function statusOf(options: {
  delivered: number;
  budget: number;
  ratio: number | null;
  started: boolean;
  ended: boolean;
}): PacingStatus {
  const { delivered, budget, ratio, started, ended } = options;
  if (!started) return 'NOT_STARTED';
  if (delivered >= budget) return 'SPENT';
  if (ended) return 'ENDED';
  if (ratio === null || Math.abs(ratio - 1) <= TOLERANCE) return 'ON_TRACK';
  return ratio < 1 ? 'BEHIND' : 'AHEAD';
}
