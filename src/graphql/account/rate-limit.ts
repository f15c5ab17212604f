import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { BucketState } from '../../domain/access/quota/bucket.ts';
import { returnPoints, takePoints } from '../../domain/access/quota/lease.ts';
import type { DomainContext } from '../../domain/context.ts';
import type { CallNotes } from '../../http/call-notes.ts';
import { graphqlCost, quotaRefusals } from '../../http/metrics.ts';
import { isKeyOf } from '../../platform/text/typed.ts';
import { builder } from '../builder.ts';
import { noteOperation } from '../server/call-notes.ts';
import { measured } from '../server/cpu.ts';
import { graphqlFault } from '../server/fault.ts';
import { isSchemaHidden } from '../server/introspection.ts';
import { readsSchema } from '../server/limits.ts';
import { CEILING, NOTHING, type Priced, priced } from '../server/price/cost.ts';
import { type Costliest, costliestOf } from '../server/price/costliest.ts';
import { pointsOfReads } from '../server/price/reads.ts';
import { takePointsAtOnce } from '../server/price/share-of-points.ts';
import { schemaReadings } from '../server/serial-queue.ts';
import { openStream } from '../server/streams/open-stream.ts';
import type { EventPoints } from '../server/streams/paid-events.ts';
import type { CallContext } from '../server/streams/sessions.ts';
import { variableErrors } from '../server/variables.ts';

/** The cost of a request and what is left of the hour, as `extensions.cost` and `rateLimit` show it. */
interface Cost {
  readonly requested: number;
  /** The final cost, after unused points of pages were refunded. */
  readonly used: number;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: Date;
}

const costs = new WeakMap<object, Cost>();
/** The largest GraphQL `Int`. */
const MAX_SHOWN = 2 ** 31 - 1;

const RateLimit = builder.objectRef<Cost>('RateLimit').implement({
  description: 'The caller’s GraphQL point balance for the current clock hour.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'The number of points per hour.' }),
    cost: t.exposeInt('requested', { description: 'The cost of this request, in points.' }),
    remaining: t.exposeInt('remaining', { description: 'The number of points that are left.' }),
    resetAt: t.expose('resetAt', {
      type: 'DateTime',
      description: 'The time when the balance is full again.',
    }),
  }),
});

builder.queryField('rateLimit', (t) =>
  t.field({
    type: RateLimit,
    description: 'The caller’s point balance and the cost of this request. Selecting this field is free.',
    resolve: async (_root, _args, ctx) => costs.get(ctx) ?? toCost(0, 0, await take(ctx, 0)),
  }),
);

/** The prices of a request in the caller's seat, where reading costs depend on the number of rows. */
interface CallersPrices extends Priced {
  readonly forReads: number;
}

function forCaller(ctx: CallContext, prices: Priced): CallersPrices {
  const forReads = pointsOfReads(prices.reads(), ctx);
  if (forReads === 0) return { ...prices, forReads };
  return {
    ...prices,
    forReads,
    cost: prices.cost + forReads,
    costWith: (sizeOf) => prices.costWith(sizeOf) + pointsOfReads(prices.reads(sizeOf), ctx),
  };
}

interface Request {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Takes a request's cost before it runs, and refuses a request above the ceiling or the caller's remaining points. */
export function useCost(): Plugin<CallContext> {
  /** Returns the prices of a request, or the error that is returned instead of running it. */
  async function charge(
    request: Request,
    ctx: CallContext,
  ): Promise<{ prices: CallersPrices; refused?: ExecutionResult }> {
    const { schema, document, operationName, variableValues: variables } = request;
    const invalid = measured(() => variableErrors({ ...request, isSchemaHidden: isSchemaHidden(ctx) }));
    if (invalid.result.length > 0) {
      ctx.notes.readingMs += invalid.ms;
      noteOperation(ctx.notes, request);
      const overHour = await chargeRefusal(ctx);
      const refused = { errors: overHour ? [overHour] : invalid.result };
      return { prices: forCaller(ctx, NOTHING), refused: withCost(refused, costs.get(ctx)) };
    }
    const { result: prices, ms } = measured(() =>
      forCaller(ctx, priced({ schema, document, operationName, variables })),
    );
    ctx.notes.readingMs += ms;
    const requested = Math.min(prices.cost, MAX_SHOWN);
    graphqlCost.observe(requested);
    ctx.notes.cost = requested;
    noteOperation(ctx.notes, request);
    const taken = ctx.costOnly || requested > CEILING ? 0 : requested;
    const state = await take(ctx, taken);
    const cost = toCost(requested, state.ok ? taken : 0, state);
    costs.set(ctx, cost);
    ctx.notes.isCharged = cost.used > 0;
    const refuse = (result: ExecutionResult) => ({ prices, refused: withCost(result, cost) });
    if (ctx.costOnly) return refuse({ data: null });
    if (requested > CEILING) {
      const advised = measured(() => overCeiling(prices));
      ctx.notes.readingMs += advised.ms;
      return refuse({ errors: [advised.result] });
    }
    if (requested > 0 && !state.ok) return refuse({ errors: [overHour(requested, state, ctx.now())] });
    return { prices };
  }

  return {
    async onExecute({ args, setResultAndStopExecution }) {
      const ctx = args.contextValue;
      const { prices, refused } = readsSchema(args.document)
        ? await schemaReadings.take(() => charge(args, ctx))
        : await charge(args, ctx);
      if (refused) {
        setResultAndStopExecution(refused);
        return undefined;
      }
      const end = await takePointsAtOnce(ctx, costs.get(ctx)?.requested ?? 0);
      return {
        onExecuteDone: ({ result, setResult }) => {
          // Runs after the response was serialized, which blocks the event loop too.
          setImmediate(end);
          const cost = costs.get(ctx);
          if (!cost || Symbol.asyncIterator in result) return;
          const least = prices.least();
          // The objects are only counted if there may be something to refund, because that walks through the whole
          // result.
          const objects = least + prices.forReads < cost.used ? objectsIn(result.data) - 1 : 0;
          setResult(withCost(result, returnRest(ctx, cost, { least, objects, reads: prices.forReads })));
        },
      };
    },
    onSubscribe({ args, subscribeFn, setSubscribeFn }) {
      setSubscribeFn(async () => {
        const ctx = args.contextValue;
        const { prices, refused } = await charge(args, ctx);
        if (refused) return refused;
        const points = eventPoints(ctx, prices);
        return openStream({ args, subscribe: subscribeFn, cost: prices.cost, points });
      });
    },
  };
}

/** Takes a cost that is already known. Returns an error if it is above the ceiling or the caller's remaining points. */
export async function takeCost(
  ctx: DomainContext,
  requested: number,
): Promise<{ cost: Cost; refused: boolean }> {
  if (requested > CEILING) return { cost: toCost(requested, 0, await take(ctx, 0)), refused: true };
  const state = await take(ctx, requested);
  const refused = requested > 0 && !state.ok;
  if (!refused) graphqlCost.observe(requested);
  return { cost: toCost(requested, refused ? 0 : requested, state), refused };
}

/** The CPU time that a point pays for if nothing is read. */
const MS_PER_POINT = 3;
/** Rounded down, so that reading most documents is free. */
export const pointsFor = (ms: number): number => Math.floor(ms / MS_PER_POINT);

/**
 * Takes the points of a request whose document or variables are refused: one, and one for every 3 ms of CPU time that
 * reading them took. Returns the error to send instead if the caller has too few points left.
 */
export async function chargeRefusal(ctx: CallContext): Promise<GraphQLError | undefined> {
  const requested = 1 + pointsFor(ctx.notes.readingMs);
  ctx.notes.readingMs = 0;
  ctx.notes.cost = requested;
  graphqlCost.observe(requested);
  const state = await take(ctx, requested);
  ctx.notes.isCharged = state.ok;
  costs.set(ctx, toCost(requested, state.ok ? requested : 0, state));
  return state.ok ? undefined : overHour(requested, state, ctx.now());
}

/** Returns what was charged for a request, if anything. */
export const chargedCost = (ctx: object): Cost | undefined => costs.get(ctx);

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
  if (cost > 0) await take(ctx, cost);
}

/** Returns a field of `RateLimit` as JSON text. */
export function rateLimitField({ requested: cost, limit, remaining, resetAt }: Cost, name: string): string {
  const fields = { limit, cost, remaining, resetAt };
  return JSON.stringify(isKeyOf(fields, name) ? fields[name] : null);
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

/** Returns the function that charges a subscription's events: each costs as much as a query of its selection. */
function eventPoints(ctx: CallContext, prices: CallersPrices): EventPoints {
  const least = prices.least();
  return {
    take: async () => {
      const state = await take(ctx, prices.cost);
      if (prices.cost > 0 && !state.ok) return { error: paused(prices.cost, state), until: state.resetAt };
      graphqlCost.observe(prices.cost);
      const cost = toCost(prices.cost, prices.cost, state);
      return {
        settle: ({ data }) => {
          if (least + prices.forReads < cost.used)
            returnRest(ctx, cost, { least, objects: objectsIn(data) - 1, reads: prices.forReads });
        },
      };
    },
  };
}

/** Returns the number of objects in a value, including itself. */
function objectsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + objectsIn(item), 0);
  if (typeof value !== 'object' || value === null || value instanceof Date) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + objectsIn(part), 1);
}

function take(ctx: DomainContext, cost: number): Promise<BucketState> {
  return takePoints({ system: ctx, userId: ctx.actor.userId, cost });
}

function toCost(requested: number, used: number, { limit, remaining, resetAt }: BucketState): Cost {
  return { requested, used, limit, remaining, resetAt };
}

function withCost(result: ExecutionResult, cost: Cost | undefined): ExecutionResult {
  return { ...result, extensions: { ...result.extensions, cost } };
}

/** The error when the points that callers without a token share per minute are used up. */
export function overMinute(retryAfterS: number): GraphQLError {
  quotaRefusals.inc({ limit: 'GRAPHQL_ANONYMOUS_PER_MINUTE' });
  return graphqlFault('COST_LIMIT_EXCEEDED', 'The schema is read too often without a token.', {
    http: { status: 429, headers: { 'retry-after': String(retryAfterS) } },
  });
}

export function overCeiling(prices: Priced & { readonly forReads?: number }): GraphQLError {
  quotaRefusals.inc({ limit: 'GRAPHQL_PER_REQUEST' });
  const message =
    prices.cost >= MAX_SHOWN
      ? 'The request reads more of the schema than one request may. Select fewer fields of it.'
      : `The request costs ${prices.cost} points, but one request may cost at most ${CEILING}. ${ofReads(prices)}${adviceOf(costliestOf(prices))}`;
  return graphqlFault('COST_LIMIT_EXCEEDED', message, { http: { status: 400 } });
}

const ofReads = ({ forReads = 0 }: { readonly forReads?: number }): string =>
  forReads === 0 ? '' : `${forReads} of them are for rows that filters, orders and totals read. `;

function adviceOf(costliest: Costliest | undefined): string {
  if (!costliest) return 'Select fewer fields or smaller pages.';
  const { field, cost, first } = costliest;
  const most = `\`${field}\` costs most, ${cost} points.`;
  if (!first) return `${most} Select fewer fields.`;
  return `${most} The request would pass with \`${first.name}: ${first.size}\`${first.of === 'field' ? ' there' : ' in every list'}.`;
}

function paused(requested: number, { limit, remaining, resetAt }: BucketState): GraphQLError {
  quotaRefusals.inc({ limit: 'GRAPHQL_PER_HOUR' });
  const time = resetAt.toISOString();
  return graphqlFault(
    'COST_LIMIT_EXCEEDED',
    `The event costs ${requested} points; ${remaining} of the hour’s ${limit} are left. The subscription pauses until ${time}.`,
    { resetAt: time },
  );
}

function overHour(requested: number, { limit, remaining, resetAt }: BucketState, now: Date): GraphQLError {
  quotaRefusals.inc({ limit: 'GRAPHQL_PER_HOUR' });
  const retryAfterS = Math.max(Math.ceil((resetAt.getTime() - now.getTime()) / 1000), 1);
  const message = `The request costs ${requested} points; ${remaining} of the hour’s ${limit} are left.`;
  return graphqlFault('COST_LIMIT_EXCEEDED', message, {
    http: { status: 429, headers: { 'retry-after': String(retryAfterS) } },
  });
}
