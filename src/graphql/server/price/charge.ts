import type { GraphQLError } from 'graphql';
import type { BucketState } from '../../../domain/access/quota/bucket.ts';
import { returnPoints, takePoints } from '../../../domain/access/quota/lease.ts';
import type { DomainContext } from '../../../domain/context.ts';
import { CallNotes } from '../../../http/requests/call-notes.ts';
import { graphqlCost } from '../../../http/requests/metrics.ts';
import { partOf } from '../../../platform/text/typed.ts';
import type { CallContext } from '../streams/sessions.ts';
import { CEILING } from './cost.ts';
import { overHour } from './cost-errors.ts';

/** The cost of a request and what is left of the hour, as `extensions.cost` and `rateLimit` show it. */
export interface Cost {
  readonly requested: number;
  /** The final cost, after unused points of pages were refunded. */
  readonly used: number;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: Date;
}

const costs = new WeakMap<object, Cost>();

/** Returns what was charged for a request, if anything. */
export const chargedCost = (ctx: object): Cost | undefined => costs.get(ctx);

export function setChargedCost(ctx: object, cost: Cost): void {
  costs.set(ctx, cost);
}

/** Returns the balance of a caller for a request that costs nothing. */
export const currentBalance = async (ctx: DomainContext): Promise<Cost> =>
  toCost(0, 0, await chargePoints(ctx, 0));

/** Takes a cost that is already known. Refuses it above the ceiling or the caller's remaining points. */
export async function takeCost(
  ctx: DomainContext,
  requested: number,
): Promise<{ cost: Cost; refused: boolean }> {
  if (requested > CEILING) return { cost: toCost(requested, 0, await chargePoints(ctx, 0)), refused: true };
  const state = await chargePoints(ctx, requested);
  const refused = requested > 0 && !state.ok;
  if (!refused) graphqlCost.observe(requested);
  return { cost: toCost(requested, refused ? 0 : requested, state), refused };
}

/** The CPU time that a point pays for if nothing is read. */
const MS_PER_POINT = 3;
/** Rounded down, so that reading most documents is free. */
export const pointsFor = (ms: number): number => Math.floor(ms / MS_PER_POINT);

/**
 * Takes the points of a request that is refused as invalid, or because of its price: one, and one for every 3 ms of CPU
 * time that reading it took. Returns the error to send instead if the caller has too few points left.
 */
export async function chargeRefusal(ctx: CallContext, price?: number): Promise<GraphQLError | undefined> {
  const points = 1 + pointsFor(ctx.notes.readingMs);
  ctx.notes.readingMs = 0;
  if (price === undefined) {
    ctx.notes.cost = points;
    graphqlCost.observe(points);
  }
  const state = await chargePoints(ctx, points);
  ctx.notes.isCharged = state.ok;
  setChargedCost(ctx, toCost(price ?? points, state.ok ? points : 0, state));
  return state.ok ? undefined : overHour(points, state, ctx.now());
}

/** On a busy machine, or just after the start, even a short document can take this long. */
const SLOW_MS = 50;

/**
 * Takes one point for every 3 ms that reading a request took, unless it was already charged: because nothing ran, or it
 * is free. Short documents remain free, so that the remaining points do not depend on how busy the machine is.
 */
export async function chargeReading(ctx: DomainContext, notes: CallNotes): Promise<void> {
  const isWork = notes.isLong || notes.readingMs > SLOW_MS;
  const cost = notes.isCharged || !isWork ? 0 : pointsFor(notes.readingMs);
  notes.readingMs = 0;
  if (cost > 0) await chargePoints(ctx, cost);
}

/**
 * Takes points for work that is only known while the request runs, before it is done. Throws if the caller has too few
 * left.
 */
export async function chargeWork(ctx: DomainContext, points: number): Promise<void> {
  if (points === 0) return;
  const state = await chargePoints(ctx, points);
  if (!state.ok) throw overHour(points, state, ctx.now());
  const notes = partOf(ctx, 'notes');
  if (notes instanceof CallNotes) notes.workPoints += points;
}

/** Adds the points that were taken while a request ran to its cost. */
export function withWork(cost: Cost, { workPoints }: CallNotes): Cost {
  const { requested, used, remaining } = cost;
  return workPoints === 0
    ? cost
    : {
        ...cost,
        requested: requested + workPoints,
        used: used + workPoints,
        remaining: Math.max(remaining - workPoints, 0),
      };
}

/** Refunds the unused points of pages. Objects in the result, and what was read, remain charged. */
export function returnRest(
  ctx: DomainContext,
  cost: Cost,
  { least, objects, reads }: { readonly least: number; readonly objects: number; readonly reads: number },
): Cost {
  const used = Math.min(cost.used, Math.max(least, objects) + reads);
  const units = cost.used - used;
  returnPoints({ system: ctx, userId: ctx.actor.userId, units, resetAt: cost.resetAt });
  return { ...cost, used, remaining: cost.remaining + units };
}

export function chargePoints(ctx: DomainContext, cost: number): Promise<BucketState> {
  return takePoints({ system: ctx, userId: ctx.actor.userId, cost });
}

export function toCost(requested: number, used: number, { limit, remaining, resetAt }: BucketState): Cost {
  return { requested, used, limit, remaining, resetAt };
}
